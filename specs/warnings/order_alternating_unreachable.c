// expect: unreachable  target: call:reach_error  entry: main
// They alternate strictly, so five against three cannot be.
extern void reach_error(void);

int main(void) {
    int turn = 0, a = 0, b = 0;
    for (int i = 0; i < 8; i++) {
        if (turn) {
            b++;
            turn = 0;
        } else {
            a++;
            turn = 1;
        }
    }
    if (a == 5)
        reach_error();
    return 0;
}
