// expect: unreachable  target: call:reach_error  entry: main
// `a - b > 0` for unsigned values means only that they differ.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    unsigned a = (unsigned char)nd(), b = (unsigned char)nd();
    if (a < b && a - b <= 4000000000u)
        reach_error();
    return 0;
}
