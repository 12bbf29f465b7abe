// Each number is the sum of the two before: 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144.
// 144 is the number of month 11; 100 lies between 89 and 144.
// entry: rabbits  define: PAIRS=144  expect: reachable
// entry: rabbits  define: PAIRS=100  expect: unreachable
extern void reach_error(void);

void rabbits(int months) {
    int young = 0, pairs = 1;
    for (int m = 0; m < months; m++) {
        int all = pairs + young;
        young = pairs;
        pairs = all;
    }
    if (pairs == PAIRS)
        reach_error();
}
