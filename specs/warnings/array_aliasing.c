// expect: unreachable  target: call:reach_error  entry: f
// Distinct array parameters do not overlap.
extern void reach_error(void);

void f(int a[], int b[]) {
    int x = b[0];
    a[0] = 5;
    if (b[0] != x)
        reach_error();
}
