// expect: reachable  target: call:reach_error  entry: main
// `u - 1 >= 0` always holds for unsigned; below 0 comes the largest value.
extern void reach_error(void);

int main(void) {
    unsigned u = 2;
    int n = 0;
    while (u - 1 < 10) {
        u--;
        n++;
    }
    if (n == 2 && u == 0)
        reach_error();
    return 0;
}
