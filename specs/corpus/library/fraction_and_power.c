// A floating-point value as a fraction and a power of two, or as its whole part and the rest.
// target: label:eight     entry: parts   expect: reachable
// target: label:other     entry: parts   expect: unreachable
// target: label:least     entry: parts   expect: reachable
// target: label:split     entry: parts   expect: reachable
// target: label:lost      entry: parts   expect: unreachable
// target: label:shifted   entry: power   expect: reachable
// target: label:too_small entry: power   expect: reachable
// target: label:odd       entry: power   expect: unreachable
// target: label:back      entry: apart   expect: unreachable
// target: label:forth     entry: apart   expect: reachable
#include <errno.h>
#include <math.h>
#include <time.h>

int parts(void) {
    int e;
    double whole, f = frexp(8.0, &e);
    if (f != 0.5 || e != 4) { other: return 1; }
    if (frexp(-0x1p-1074, &e) == -0.5 && e == -1073) { least: ; }
    if (modf(-2.75, &whole) == -0.75 && whole == -2) { split: ; }
    if (modf(1e300, &whole) != 0 || whole != 1e300) { lost: return 2; }
    eight: return 0;
}

int power(int n) {
    if (n < -2000 || n > 2000) return 0;
    double x = ldexp(0.75, n);
    if (x == 96) { shifted: return 1; }
    if (x == 0 && errno == ERANGE) { too_small: return 2; }
    if (n == 3 && x != 6) { odd: return 3; }
    return 0;
}

int apart(long then) {
    if (difftime(100, 107) != -7) { back: return 1; }
    if (then > 0 && then < 1000 && difftime(then, 5) == 12 && fdim(then, 20) == 0) { forth: return 2; }
    return 0;
}
