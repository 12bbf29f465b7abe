// expect: reachable  target: call:reach_error  entry: main
// `x = 3 x + 1` from 1: 1, 4, 13, 40.
extern void reach_error(void);

int main(void) {
    int x = 1, n = 0;
    while (x < 40) {
        x = 3 * x + 1;
        n++;
    }
    if (n == 3 && x == 40)
        reach_error();
    return 0;
}
