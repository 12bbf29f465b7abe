// expect: reachable  target: call:reach_error  entry: f
// The step changes sign in the middle: the values of both phases are needed.
extern void reach_error(void);

void f(int n, int d) {
    int x = 0;
    for (int i = 0; i < n; i++) {
        x += d;
        if (x > 10)
            d = -1;
    }
    if (n == 8 && x == 12 && d == -1)
        reach_error();
}
