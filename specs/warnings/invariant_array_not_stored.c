// expect: unreachable  target: call:reach_error  entry: main
// An element the loop does not store to is: three times the same step.
extern void reach_error(void);

int main(void) {
    int a[2] = {7, 0};
    int s = 0;
    for (int i = 0; i < 3; i++)
        s += a[0];
    if (s != 21)
        reach_error();
    return 0;
}
