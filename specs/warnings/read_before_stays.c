// expect: unreachable  target: call:reach_error  entry: main
// A value read before the loop is the same in all iterations; naive: every read is a new unknown.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int v = nd(), zeros = 0, ones = 0;
    for (int i = 0; i < 4; i++) {
        if (v == 0)
            zeros++;
        if (v == 1)
            ones++;
    }
    if (zeros > 0 && ones > 0)
        reach_error();
    return 0;
}
