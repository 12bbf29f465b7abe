// expect: reachable  target: call:reach_error  entry: f
// 3 to the power of 40 fits into 64 bits only without a sign.
extern void reach_error(void);

void f(int n) {
    unsigned long x = 1;
    for (int i = 0; i < n; i++)
        x *= 3;
    if (x == 12157665459056928801ul)
        reach_error();
}
