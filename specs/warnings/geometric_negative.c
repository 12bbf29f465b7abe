// expect: unreachable  target: call:reach_error  entry: main
// `x = 1 - 2 x` from 1: 1, -1, 3, -5; divided by -3 the rounding must be exact.
extern void reach_error(void);

int main(void) {
    int x = 1;
    for (int i = 0; i < 3; i++)
        x = 1 - 2 * x;
    if (x != -5)
        reach_error();
    return 0;
}
