// expect: unreachable  target: call:reach_error  entry: main
// 2^k wraps to 0 in an unsigned type and stays there.
extern void reach_error(void);

int main(void) {
    unsigned char c = 1;
    for (int i = 0; i < 20; i++)
        c *= 2;
    if (c != 0)
        reach_error();
    return 0;
}
