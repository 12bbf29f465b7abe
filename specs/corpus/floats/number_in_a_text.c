// What strtod makes of a text, and where it stops: "1.5" is three halves, "-0" has a sign, "1e3x" ends at the x, and
// what is no number leaves the end where it began. 0.1 + 0.2 is not 0.3.
// target: label:half     entry: fixed       expect: reachable
// target: label:other    entry: fixed       expect: unreachable
// target: label:stop     entry: fixed       expect: reachable
// target: label:far      entry: fixed       expect: reachable
// target: label:none     entry: any         expect: reachable
// target: label:half_of  entry: short_text  expect: reachable
// target: label:sum      entry: sums        expect: unreachable
// target: label:sums     entry: sums        expect: reachable
// target: label:point    entry: place       expect: reachable
// target: label:comma    entry: place       expect: unreachable
#include <locale.h>
#include <stdlib.h>

int fixed(void) {
    char *end = 0;
    if (strtod("1.5", 0) != 1.5) { other: return 1; }
    if (atof(" -2.5e-1 ") == -0.25) { half: ; }
    double x = strtod("1e3x", &end);
    if (x == 1000.0 && *end == 'x') { stop: ; }
    if (strtod("1e999", 0) == __builtin_inf() && strtod("123456789e40", 0) == 123456789e40) { far: return 2; }
    return 0;
}

int any(char a, char b, char c) {
    char text[4] = { a, b, c, 0 };
    char *end = text;
    double x = strtod(text, &end);
    if (end == text) {
        if (x == 0) { none: return 2; }
    }
    return 0;
}

int short_text(char a, char b) {
    char text[4] = { a, '.', b, 0 };
    if (a < '0' || a > '9' || b < '0' || b > '9') return 0;
    double x = strtod(text, 0);
    if (x == 2.5) { half_of: return 3; }
    return 0;
}

int sums(void) {
    double x = strtod("0.1", 0) + strtod("0.2", 0);
    if (x == strtod("0.3", 0)) { sum: return 1; }
    if (x == 0.30000000000000004) { sums: return 2; }
    return 0;
}

int place(void) {
    if (localeconv()->decimal_point[0] == '.') { point: return 1; }
    comma: return 2;
}
