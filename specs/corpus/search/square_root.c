// The integer square root by trying: the first r whose square is above n, less one.
// 31 is reached by n = 1000; 32 needs 1024.
// entry: root  define: ROOT=31  expect: reachable
// entry: root  define: ROOT=32  expect: unreachable
extern void reach_error(void);

void root(int n) {
    int r = 0;
    if (n < 0 || n > 1000)
        return;
    while ((r + 1) * (r + 1) <= n)
        r++;
    if (r == ROOT)
        reach_error();
}
