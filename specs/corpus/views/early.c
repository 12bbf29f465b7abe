// Objects that are bytes and that a pointer reaches before their declaration runs, and constant ones that are copied to.
// target: label:wrong  entry: before   expect: unreachable
// target: label:after  entry: copied   expect: unreachable
// target: const        entry: copied   expect: reachable
// target: const        entry: stored   expect: reachable
#include <string.h>
extern int __VERIFIER_nondet_int(void);
union u { int i; struct { short a, b; } s; };
static const union u k = { 5 };

int before(void) {
    union u *p = 0;
    for (int n = 0; n < 2; n++) {
        if (p && p->s.b == 7) { return 1; }
        union u x;
        x.i = 0x10007;
        p = &x;
        if (x.s.b != 1) { wrong: return 2; }
    }
    return 0;
}

int copied(void) {
    union u x;
    x.i = __VERIFIER_nondet_int();
    if (x.i == 3) { memcpy((void *)&k, &x, 4); after: return 1; }
    return 0;
}

int stored(void) {
    union u x;
    x.i = __VERIFIER_nondet_int();
    *(union u *)&k = x;
    return 0;
}
