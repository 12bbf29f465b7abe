// expect: reachable  target: call:reach_error  entry: f
// A parameter changes in a loop that begins the function.
extern void reach_error(void);

void f(int n) {
again:
    n = n - 2;
    if (n > 1)
        goto again;
    if (n == 1)
        reach_error();
}
