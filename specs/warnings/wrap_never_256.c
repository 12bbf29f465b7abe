// expect: unreachable  target: call:reach_error  entry: main
// `c < 256` holds for ever: the loop is only left by the break.
extern void reach_error(void);

int main(void) {
    int n = 0;
    for (unsigned char c = 0; c < 256; c++) {
        n++;
        if (n == 300)
            break;
    }
    if (n != 300)
        reach_error();
    return 0;
}
