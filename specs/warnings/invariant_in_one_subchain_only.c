// expect: reachable  target: call:reach_error  entry: main
// `d` is unchanged by the subchain that uses it, but another subchain changes it: not loop-invariant.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int s = 0, d = 1;
    for (int i = 0; i < 4; i++) {
        if (nd())
            s += d;
        else
            d = 5;
    }
    if (s == 11)
        reach_error();
    return 0;
}
