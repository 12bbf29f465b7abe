// expect: reachable  target: call:reach_error  entry: f
// The ends of the ranges are values, too.
extern void reach_error(void);

void f(unsigned char a, signed char b, unsigned short c, _Bool d) {
    if (a == 255 && b == -128 && c == 65535 && d == 1)
        reach_error();
}
