// expect: reachable  target: call:reach_error  entry: main
// -1 compared with an unsigned value is the largest one.
extern void reach_error(void);

int main(void) {
    int i = 3;
    unsigned limit = 2;
    int n = 0;
    while (i > -5) {
        if (i > limit)
            n++;
        i--;
    }
    if (n == 5)
        reach_error();
    return 0;
}
