// expect: unreachable  target: call:reach_error  entry: main
// A division by zero ends the path.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int d = nd();
    int q = 12 / d;
    if (d == 0)
        reach_error();
    return q;
}
