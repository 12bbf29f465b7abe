// expect: unreachable  target: 8  entry: main
// The second operand stands on a line of its own and is never evaluated.
extern int nd(void);

int main(void) {
    int a = 0, b = nd();
    if (a != 0 &&
        b > 3)
        a = 2;
    return a;
}
