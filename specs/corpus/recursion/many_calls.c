// Five calls of itself make 5^8 copies where eight are followed, which is too large: fewer are, and all runs end before.
// leaves(2) is 25, and less for smaller n; leaves(6) is 15625, behind what is followed, and never called unreachable.
// define: MOST=2  define: LEAVES=25     expect: reachable
// define: MOST=2  define: LEAVES=26     expect: unreachable
// define: MOST=6  define: LEAVES=15625  expect: reachable  expect_today: unknown
extern void reach_error(void);

static int leaves(int n) {
    int all = 0;
    if (n <= 0) return 1;
    all += leaves(n - 1);
    all += leaves(n - 1);
    all += leaves(n - 1);
    all += leaves(n - 1);
    all += leaves(n - 1);
    return all;
}

int main(void) {
    int n;
    if (n > MOST) return 0;
    if (leaves(n) == LEAVES) reach_error();
    return 0;
}
