// expect: unreachable  target: call:reach_error  entry: main
// 0 + 1 + … + 99, and the sum of the squares.
extern void reach_error(void);

int main(void) {
    int s = 0, q = 0;
    for (int i = 0; i < 100; i++) {
        s += i;
        q += i * i;
    }
    if (s != 4950 || q != 328350)
        reach_error();
    return 0;
}
