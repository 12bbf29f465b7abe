// expect: unreachable  target: call:reach_error  entry: main
// Only the sum in between overflows; that ends the path as well.
extern void reach_error(void);
extern int nd(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = nd();
    __VERIFIER_assume(x > 2147483600);
    int y = x + 100 - 100;
    if (y == x)
        reach_error();
    return 0;
}
