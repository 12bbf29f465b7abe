// Each call counts those below it, so that the depth is the number; no run goes deeper than calls are followed, which
// is part of why a depth beyond the number is unreachable.
// define: DEPTH=4  expect: reachable
// define: DEPTH=5  expect: unreachable
extern void reach_error(void);

static int depth(int n) {
    if (n <= 0) return 0;
    return 1 + depth(n - 1);
}

int main(void) {
    int n;
    if (n > 4) return 0;
    if (depth(n) == DEPTH) reach_error();
    return 0;
}
