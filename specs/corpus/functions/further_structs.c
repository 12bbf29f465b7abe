// Further arguments that are structs take as many words as they have room in; those behind them stand behind these words.
// target: label:wrong    expect: unreachable
// target: label:right    expect: reachable
// target: label:found    entry: asked    expect: reachable
// target: label:never    entry: asked    expect: unreachable
#include <stdarg.h>

struct one { char c; };
struct three { char c[3]; };
struct twelve { int a, b, c; };
struct large { long a[5]; struct three t; };

static long sum(int n, ...) {
    va_list all;
    va_start(all, n);
    long s = 0;
    for (int i = 0; i < n; i++) {
        s = s * 3 + va_arg(all, struct one).c;
        struct three t = va_arg(all, struct three);
        s = s * 3 + t.c[0] + 2 * t.c[1] + 4 * t.c[2] + va_arg(all, int);
        struct twelve w = va_arg(all, struct twelve);
        s = s * 5 + w.a + 10 * w.b + 100 * w.c;
        struct large l = va_arg(all, struct large);
        s += l.a[4] * l.t.c[2] + (long)va_arg(all, double);
    }
    va_end(all);
    return s;
}

int main(void) {
    struct one o = { 1 };
    struct three t = { { 1, 2, 3 } };
    struct twelve w = { 1, 2, 3 };
    struct large l = { { 1, 2, 3, 4, 5 }, { { 7, 8, 9 } } };
    long s = sum(1, o, t, 4, w, l, 2.5);
    s += sum(2, o, t, 4, w, l, 2.5, o, t, -4, w, l, 20.5);
    if (s != 22914) { wrong: return 1; }
right:
    return 0;
}

int asked(struct twelve w, char c) {
    struct one o = { c };
    struct three t = { { c, 0, 0 } };
    struct large l = { { 0 }, { { 0 } } };
    if (w.a < 0 || w.a > 9 || w.b < 0 || w.b > 9 || w.c < 0 || w.c > 9) return 0;
    long s = sum(1, o, t, 0, w, l, 0.0);
    if (s == 4321 && c == 0) { never: return 1; }
    if (s == 321 && c == 0) { found: return 2; }
    return 0;
}
