// expect: unreachable  target: call:reach_error  entry: f
// What was read before in the same place is there again.
extern void reach_error(void);

void f(int a[], int i) {
    int x = a[i];
    int y = a[i];
    if (x != y)
        reach_error();
}
