// The sum of 1 to n is n * (n + 1) / 2.
// 5050 is reached by n = 100; 5051 lies between the sums for 100 and 101.
// entry: sum  define: TOTAL=5050  expect: reachable
// entry: sum  define: TOTAL=5051  expect: unreachable
extern void reach_error(void);

void sum(int n) {
    int total = 0;
    for (int i = 1; i <= n; i++)
        total += i;
    if (total == TOTAL)
        reach_error();
}
