// expect: reachable  target: call:reach_error  entry: main
// A goto into the middle of a loop skips the first half of the first run.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int a = 0, b = 0;
    if (nd())
        goto middle;
    while (b < 3) {
        a++;
middle:
        b++;
    }
    if (a == 2 && b == 3)
        reach_error();
    return 0;
}
