// expect: unreachable  target: call:reach_error  entry: f
// The stored values win over the input.
extern void reach_error(void);

void f(int a[]) {
    for (int i = 0; i < 3; i++)
        a[i] = i * 2;
    if (a[1] != 2)
        reach_error();
}
