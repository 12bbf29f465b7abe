// Copies a list from behind.
// The entry at a place comes from the place as far from the other end; it is the entry at the same place only in the
// middle of a list of odd length.
// target: label:mirrored  define: LENGTH=4       expect: unreachable
// target: label:mirrored  define: LENGTH=100000  expect: unreachable
// target: label:middle    define: LENGTH=4       expect: reachable
// target: label:middle    define: LENGTH=5       expect: unreachable
// target: label:middle    define: LENGTH=100000  expect: reachable
// target: label:middle    define: LENGTH=100001  expect: unreachable
int main(void) {
    int list[LENGTH], copy[LENGTH];
    int place;
    for (int i = 0; i < LENGTH; i++)
        copy[LENGTH - 1 - i] = list[i];
    if (place < 0 || place >= LENGTH)
        return 0;
    if (copy[place] != list[LENGTH - 1 - place])
        goto mirrored;
    if (copy[LENGTH / 2] != list[LENGTH / 2])
        goto middle;
    return 0;
mirrored:
    return 1;
middle:
    return 2;
}
