// expect: reachable  target: call:reach_error  entry: f
// Two variables hand each other on: x, y = y, x + 1.
extern void reach_error(void);

void f(int n) {
    int x = 0, y = 0;
    for (int i = 0; i < n; i++) {
        int t = x;
        x = y;
        y = t + 1;
    }
    if (x == 5 && y == 6)
        reach_error();
}
