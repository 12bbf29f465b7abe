// expect: unreachable  target: call:reach_error  entry: f
// After more than 300 steps of 3 a char has wrapped three times at least.
extern void reach_error(void);

void f(int n) {
    int wraps = 0;
    unsigned char c = 0;
    for (int i = 0; i < n; i++) {
        c += 3;
        if (c < 3)
            wraps++;
    }
    if (wraps == 2 && c == 1 && n > 300)
        reach_error();
}
