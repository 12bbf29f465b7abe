// expect: unreachable  target: call:reach_error  entry: main
// After `while (a || b)` both are false; negating them one by one loses that.
extern void reach_error(void);
extern int nd(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int i = 0, j = nd();
    __VERIFIER_assume(j >= 0 && j <= 5);
    while (i < 3 || j > 2) {
        i++;
        j--;
    }
    if (j > 2 || i < 3)
        reach_error();
    return 0;
}
