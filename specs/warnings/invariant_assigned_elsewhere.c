// expect: reachable  target: call:reach_error  entry: main
// `x = d` with `d` changed in another subchain does not give `ite(k > 0, d, x)` with the first `d`.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int x = 0, d = 1;
    for (int i = 0; i < 3; i++) {
        if (nd())
            x = d;
        else
            d++;
    }
    if (x == 3)
        reach_error();
    return 0;
}
