// expect: reachable  target: call:reach_error  entry: main
// An element of an array that the loop stores to is not loop-invariant.
extern void reach_error(void);

int main(void) {
    int a[2] = {1, 0};
    int s = 0;
    for (int i = 0; i < 3; i++) {
        s += a[0];
        a[0] = a[0] + 1;
    }
    if (s == 6)
        reach_error();
    return 0;
}
