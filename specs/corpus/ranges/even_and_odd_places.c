// Counts the ones in the even places and the twos in the odd ones, and looks at one pair again.
// The two loops look at different places, so both counts may be full; then each pair is a one and a two.
// target: label:full   define: PAIRS=4      expect: reachable
// target: label:full   define: PAIRS=50000  expect: reachable
// target: label:spoilt define: PAIRS=4      expect: unreachable
// target: label:spoilt define: PAIRS=50000  expect: unreachable
int main(void) {
    int item[2 * PAIRS];
    int ones = 0, twos = 0, pair;
    for (int i = 0; i < PAIRS; i++)
        if (item[2 * i] == 1)
            ones++;
    for (int i = 0; i < PAIRS; i++)
        if (item[2 * i + 1] == 2)
            twos++;
    if (pair < 0 || pair >= PAIRS || ones != PAIRS || twos != PAIRS)
        return 0;
    if (item[2 * pair] != 1 || item[2 * pair + 1] != 2)
        goto spoilt;
    goto full;
full:
    return 1;
spoilt:
    return 2;
}
