// Where a call or `asm` is not supported the model ends: what is reached without it is reached, and what lies behind is
// unknown, as is what no path leads to.
// target: label:early    entry: f    expect: reachable
// target: label:behind   entry: f    expect: unknown
// target: label:late     entry: f    expect: reachable
// target: call:inner     entry: f    expect: reachable
// target: call:getdate   entry: f    expect: reachable
// target: label:locked   entry: g    expect: unknown
// target: label:open     entry: g    expect: reachable
// target: label:printed  entry: h    expect: unknown
// target: label:small    entry: h    expect: reachable
// target: label:never    entry: i    expect: unreachable
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

static char *inner(int n) {
    if (n < -5) { early: n = 0; }
    return n ? "a" : "b";
}

int f(int n) {
    if (n < 0) {
        struct tm *t = getdate(inner(n));
        if (t && t->tm_year > 100) { behind: return 1; }
        return 2;
    }
    if (n == 7) { late: return 3; }
    return 0;
}

static unsigned lock(void) {
    unsigned flags;
    __asm__ volatile ("" : "=r"(flags) :: "memory");
    return flags;
}

int g(int n) {
    if (n > 3) {
        unsigned flags = lock();
        locked: return flags & 1;
    }
    open: return n;
}

int h(double x, int n) {
    char text[64];
    if (n > 9) {
        snprintf(text, sizeof text, "%a", x);
        printed: return text[0];
    }
    small: return n;
}

// What is not supported is on no path.
int i(int n) {
    if (n > 3 && n < 2)
        return lock();
    if (n * 2 == 7) { never: return 1; }
    return 0;
}
