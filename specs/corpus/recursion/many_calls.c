// Five calls of itself make 5^8 copies where eight are followed, which is too large: fewer are, and all runs end before.
// leaves(2) is 25, and less for smaller n; leaves(5) is 3125, behind the copies that are made, and never called unreachable.
// define: MOST=2  define: LEAVES=25     expect: reachable
// define: MOST=2  define: LEAVES=26     expect: unreachable
// define: MOST=5  define: LEAVES=3125   expect: reachable
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
