// expect: unreachable  target: call:reach_error  entry: main
// The second loop goes on where the first one stopped.
extern void reach_error(void);
extern int nd(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int i = 0, n = nd();
    __VERIFIER_assume(n >= 0 && n <= 10);
    while (i < n)
        i++;
    while (i < 10)
        i++;
    if (i != 10)
        reach_error();
    return 0;
}
