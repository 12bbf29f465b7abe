// expect: reachable  target: call:reach_error  entry: main
// Guards on a star at the first and at the last run speak of different values.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int x = 1, n = 0;
    while (x < 50) {
        if (nd())
            x = x * 2;
        else
            x = x + 3;
        n++;
    }
    if (n == 6 && x == 64)
        reach_error();
    return 0;
}
