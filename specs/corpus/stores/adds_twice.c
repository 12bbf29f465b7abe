// Adds one to the first places of an empty table, then once more, to another number of places.
// No place gets 3, one in both ranges gets 2, one in a single range 1.
// target: label:both   define: LENGTH=4       expect: reachable
// target: label:both   define: LENGTH=1000  expect: reachable
// target: label:three  define: LENGTH=4       expect: unreachable
int table[LENGTH];
int main(void) {
    int first, second, place;
    if (first > LENGTH || second > LENGTH || place < 0 || place >= LENGTH)
        return 0;
    for (int i = 0; i < first; i++)
        table[i] = table[i] + 1;
    for (int i = 0; i < second; i++)
        table[i] = table[i] + 1;
    if (table[place] == 3)
        goto three;
    if (table[place] == 2)
        goto both;
    return 0;
both:
    return 1;
three:
    return 2;
}
