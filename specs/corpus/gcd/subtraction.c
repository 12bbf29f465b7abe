// The greatest common divisor by repeated subtraction of two numbers up to 16.
// 8 is reached by 16 and 8. A common divisor d of two different numbers divides the larger at least twice, so 2d <= 16.
// entry: gcd  define: DIVISOR=8  expect: reachable
// entry: gcd  define: DIVISOR=9  expect: unreachable
extern void reach_error(void);

void gcd(int a, int b) {
    if (a < 1 || a > 16 || b < 1 || b > 16 || a == b)
        return;
    while (a != b) {
        if (a > b)
            a -= b;
        else
            b -= a;
    }
    if (a == DIVISOR)
        reach_error();
}
