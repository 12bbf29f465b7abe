// expect: unreachable  target: call:reach_error  entry: main
// After the loops are left the usual way, the counters have their bounds.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int i, j = 0, left = 0;
    for (i = 0; i < 5; i++)
        for (j = 0; j < 5; j++)
            if (nd()) {
                left = 1;
                goto out;
            }
out:
    if (left == 0 && (i != 5 || j != 5))
        reach_error();
    return 0;
}
