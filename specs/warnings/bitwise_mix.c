// expect: unreachable  target: call:reach_error  entry: main
// x ^ x is 0 and x | 1 is odd, bit by bit.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    unsigned char x = nd();
    if ((x ^ x) != 0 || ((x | 1) & 1) == 0)
        reach_error();
    return 0;
}
