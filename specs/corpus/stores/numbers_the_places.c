// Writes its own number into each of the first places.
// A numbered place holds its number; the place behind the last one holds 0, which is its number only if that is 0.
// target: label:numbered  define: LENGTH=5        expect: unreachable
// target: label:numbered  define: LENGTH=1000000  expect: unreachable
// target: label:border    define: LENGTH=5        expect: reachable
// target: label:border    define: LENGTH=1000000  expect: reachable
int table[LENGTH];
int main(void) {
    int length, place;
    if (length > LENGTH || place < 0 || place >= LENGTH)
        return 0;
    for (int i = 0; i < length; i++)
        table[i] = i;
    if (place < length && table[place] != place)
        goto numbered;
    if (place <= length && table[place] != place)
        goto border;
    return 0;
numbered:
    return 1;
border:
    return 2;
}
