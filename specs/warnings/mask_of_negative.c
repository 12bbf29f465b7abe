// expect: unreachable  target: call:reach_error  entry: main
// `& 7` of a negative value is its Euclidean remainder, `% 8` is not.
extern void reach_error(void);
extern int nd(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = nd();
    __VERIFIER_assume(x > -100 && x < 0);
    if ((x & 7) < 0 || x % 8 > 0)
        reach_error();
    return 0;
}
