// Functions of math.h in a program that looks at errno: a root of what is not negative leaves it alone.
// entry: roots   target: label:root     expect: reachable
// entry: roots   target: label:set      expect: unreachable
// entry: powers  target: label:large    expect: reachable
#include <errno.h>
#include <math.h>

int roots(double x) {
    errno = 0;
    if (!(x >= 0.0 && x < 100.0)) return 0;
    double r = sqrt(x);
    if (errno != 0) { set: return 1; }
    if (r == 3.0) { root: return 2; }
    return 0;
}

int powers(int n) {
    errno = 0;
    if (n < 1 || n > 5) return 0;
    if (pow(2.0, n) == 32.0 && errno == 0) { large: return 1; }
    return 0;
}
