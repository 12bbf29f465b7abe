// expect: unreachable  target: call:reach_error  entry: main
// Short circuit keeps the second operand from being evaluated.
extern void reach_error(void);

int main(void) {
    int i = 0, n = 0;
    while (i < 4 && ++n < 10)
        i++;
    if (n != 4)
        reach_error();
    return 0;
}
