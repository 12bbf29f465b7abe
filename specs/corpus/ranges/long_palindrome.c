// Compares a list with itself from behind, up to the middle.
// If all pairs agree, so do those of the other half, which are the same pairs; with one pair that differs it may be the
// outermost, and with none that agrees the one in the middle agrees with itself if the length is odd.
// target: label:other_half  define: LENGTH=6       expect: unreachable
// target: label:other_half  define: LENGTH=100001  expect: unreachable
// target: label:outermost   define: LENGTH=100000  expect: reachable
// target: label:middle      define: LENGTH=100000  expect: unreachable
// target: label:middle      define: LENGTH=100001  expect: reachable
int main(void) {
    int item[LENGTH];
    int equal = 0, place;
    for (int i = 0; i < LENGTH / 2; i++)
        if (item[i] == item[LENGTH - 1 - i])
            equal++;
    if (place < 0 || place >= LENGTH)
        return 0;
    if (equal == LENGTH / 2 && item[place] != item[LENGTH - 1 - place])
        goto other_half;
    if (equal == LENGTH / 2 - 1 && item[0] != item[LENGTH - 1])
        goto outermost;
    if (equal == 0 && item[LENGTH / 2] == item[LENGTH - 1 - LENGTH / 2])
        goto middle;
    return 0;
other_half:
    return 1;
outermost:
    return 2;
middle:
    return 3;
}
