// The entry function calls itself last, with an argument of its own: 4 + 3 + 2 + 1 is 10.
// entry: add  define: SUM=10  expect: reachable
// entry: add  define: SUM=11  expect: unreachable
extern void reach_error(void);

static int sum, started;

void add(int n) {
    if (!started) {
        if (n != 4) return;
        started = 1;
    }
    if (n == 0) {
        if (sum == SUM) reach_error();
        return;
    }
    sum += n;
    add(n - 1);
}
