// Expressions with something in them that is not modelled: the model ends in front of each; what stands before that, and
// in no loop around it, is as it is.
// entry: show    target: label:L1  expect: reachable
// entry: show    target: label:L2  expect: reachable  expect_today: unknown
// entry: show    target: label:L3  expect: reachable
// entry: check   target: label:L4  expect: reachable
// entry: check   target: label:L5  expect: unreachable
// entry: check   target: label:L6  expect: reachable  expect_today: unknown
// entry: check   target: label:L7  expect: reachable  expect_today: unknown
// entry: check   target: ended.c:54  expect: unreachable
// entry: around  target: label:L8  expect: unreachable  expect_today: unknown
// entry: around  target: label:L9  expect: unreachable
// entry: back    target: label:L10  expect: reachable  expect_today: unknown
// entry: back    target: label:L11  expect: unreachable
// entry: again   target: label:L12  expect: unreachable  expect_today: unknown
// entry: kinds   target: label:L13  expect: reachable  expect_today: unknown
// entry: kinds   target: label:L15  expect: reachable  expect_today: unknown
#include <stdarg.h>

static double half(long double x) { return (double)(x / 2); }

int show(const char *f, ...) {
    va_list all;
    int n = 0;
    va_start(all, f);
    for (; *f; f++) {
        switch (*f) {
        case 'd':
            n += va_arg(all, int) > 0;
        L1:
            break;
        case 'L': {
            long double x = va_arg(all, long double);
            if (x > 1.0L)
            L2:
                n += 2;
            break;
        }
        }
    }
    va_end(all);
    if (n == 3)
    L3:
        return 1;
    return n;
}

int check(int a, int b) {
    unsigned u = (unsigned)a * 2u;
    if (a > 5 && b == a + 1)
    L4:
        return 1;
    if (u % 2 == 1)
        u++;
    if (u % 2 == 1)
    L5:
        return 4;
    if (b == 77) {
        long double q = a;
        q += 1;
        if (q > b)
        L6:
            return 2;
    } else if (half(b) > 3)
    L7:
        return 3;
    return 0;
}

int around(unsigned n) {
    unsigned i, u = n * 2u, s = 0;
    if (u % 2 == 1)
    L9:
        return 9;
    for (i = 0; i < n; i++) {
        if (u % 2 == 1)
        L8:
            return 8;
        s += (unsigned)half(i);
    }
    return (int)s;
}

int back(unsigned n) {
    unsigned u = n * 2u;
    if (u % 2 == 1)
    L11:
        return 11;
again:
    if (u % 2 == 1)
    L10:
        return 10;
    u += (unsigned)half(n);
    if (u < 100)
        goto again;
    return 0;
}

static int deeper(unsigned n);

int again(unsigned n) {
    unsigned u = n * 2u;
    if (u % 2 == 1)
    L12:
        return 12;
    return deeper(n) + half(n) > 1;
}

static int deeper(unsigned n) { return n < 3 ? 0 : again(n - 1); }

/* Labels and cases where it ends. */
int kinds(int k) {
    long double x;
    switch ((int)half(k)) {
    case 3:
    L13:
        return 13;
    default:
        break;
    }
    x = k;
    if (k == 4)
    L15:
        return 15;
    return (int)x;
}
