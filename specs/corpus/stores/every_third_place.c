// Sets every third place of a table.
// Places whose number leaves 1 or 2 when divided by three stay empty, as do those behind the end; the next but two of a
// place that is set is set as well, unless it is behind the end.
// target: label:gap     define: LENGTH=8       expect: unreachable
// target: label:gap     define: LENGTH=100000  expect: unreachable
// target: label:other   define: LENGTH=8       expect: unreachable
// target: label:other   define: LENGTH=100000  expect: unreachable
// target: label:end     define: LENGTH=8       expect: reachable
// target: label:end     define: LENGTH=100000  expect: reachable
int table[LENGTH + 3];
int main(void) {
    int place;
    if (place < 0 || place >= LENGTH)
        return 0;
    for (int i = 0; i < LENGTH; i += 3)
        table[i] = 1;
    if (table[place] != (place % 3 == 0))
        goto gap;
    if (place < LENGTH - 3 && table[place] == 1 && table[place + 3] != 1)
        goto other;
    if (table[place] == 1 && table[place + 3] == 0)
        goto end;
    return 0;
gap:
    return 1;
other:
    return 2;
end:
    return 3;
}
