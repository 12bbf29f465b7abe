// expect: reachable  target: call:reach_error  entry: main
// Halving a negative number ends at 0, not at -1.
extern void reach_error(void);

int main(void) {
    int x = -9, n = 0;
    while (x != 0) {
        x /= 2;
        n++;
    }
    if (n == 4)
        reach_error();
    return 0;
}
