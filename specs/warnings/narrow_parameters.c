// expect: unreachable  target: call:reach_error  entry: f
// Parameters of narrow types have the range of their type.
extern void reach_error(void);

void f(unsigned char a, signed char b, unsigned short c, _Bool d) {
    if (a + b > 382 || a + b < -128 || c > 65535 || d > 1)
        reach_error();
}
