// expect: unreachable  target: call:reach_error  entry: main
// Entered at either place, a and b differ by at most one.
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
    if (a < 2)
        reach_error();
    return 0;
}
