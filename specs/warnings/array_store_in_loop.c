// expect: reachable  target: call:reach_error  entry: f
// What is read later is what the loop stored, not what was there.
extern void reach_error(void);

void f(int a[]) {
    for (int i = 0; i < 3; i++)
        a[i] = i * 2;
    if (a[0] + a[1] + a[2] == 6)
        reach_error();
}
