// expect: unreachable  target: call:reach_error  entry: main
// Every outer run adds exactly three inner ones.
extern void reach_error(void);
extern int nd(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int n = nd(), total = 0;
    __VERIFIER_assume(n >= 0 && n <= 1000);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 3; j++)
            total++;
    if (total != 3 * n)
        reach_error();
    return 0;
}
