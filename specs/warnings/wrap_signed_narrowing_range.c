// expect: unreachable  target: call:reach_error  entry: main
// The narrowed value never leaves its type.
extern void reach_error(void);

int main(void) {
    signed char c = 0;
    for (int i = 0; i < 1000; i++) {
        c = c + 1;
        if (c == 128)
            reach_error();
    }
    return 0;
}
