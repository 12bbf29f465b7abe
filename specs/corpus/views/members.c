// Members of a union share their bytes, the lowest first.
// target: label:mixed     expect: reachable
// target: label:positive  expect: unreachable
// target: label:other     expect: unreachable
extern int __VERIFIER_nondet_int(void);
union u { int i; unsigned char c[4]; struct { short lo, hi; } s; };

int main(void) {
    union u x;
    x.i = __VERIFIER_nondet_int();
    if (x.c[0] == 0x12 && x.c[3] == 0x80 && x.s.lo == 0x3412) {
        mixed:
        if (x.i > 0) { positive: return 1; }
    }
    x.s.lo = 1, x.s.hi = 2;
    if (x.i != 0x20001) { other: return 2; }
    return 0;
}
