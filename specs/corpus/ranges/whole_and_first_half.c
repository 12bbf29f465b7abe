// Counts the ones in a list, and those in its first half.
// What is not in the first half is in the second: the two counts differ by at most half of the list.
// define: LENGTH=8       define: ALL=7      define: HALF=3      expect: reachable
// define: LENGTH=8       define: ALL=6      define: HALF=1      expect: unreachable
// define: LENGTH=100000  define: ALL=60000  define: HALF=40000  expect: reachable
// define: LENGTH=100000  define: ALL=99998  define: HALF=49997  expect: unreachable
extern void reach_error(void);

int main(void) {
    int item[LENGTH];
    int all = 0, half = 0;
    for (int i = 0; i < LENGTH; i++)
        if (item[i] == 1)
            all++;
    for (int i = 0; i < LENGTH / 2; i++)
        if (item[i] == 1)
            half++;
    if (all == ALL && half == HALF)
        reach_error();
    return 0;
}
