// expect: unreachable  target: call:reach_error  entry: main
// A swap has period two in both variables together.
extern void reach_error(void);

int main(void) {
    int a = 1, b = 2;
    for (int i = 0; i < 100; i++) {
        int t = a;
        a = b;
        b = t;
    }
    if (a != 1 || b != 2)
        reach_error();
    return 0;
}
