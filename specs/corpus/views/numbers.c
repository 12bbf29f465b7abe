// The bytes of a number, put together again by a cast, by `|` or by `+`, are that number.
// target: call:wrong   expect: unreachable
// target: call:fields  expect: unreachable
// target: call:sum     expect: unreachable
// target: call:chosen  expect: reachable
extern int __VERIFIER_nondet_int(void);
extern void wrong(void), fields(void), sum(void), chosen(void);

union view { int i; unsigned char b[4]; struct { unsigned lo : 12, hi : 20; } f; };

int main(void) {
    int n = __VERIFIER_nondet_int();
    union view u = { n };
    const unsigned char *p = u.b;
    unsigned m = p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
    if ((int)m != n) wrong();
    if (u.f.lo + ((long)u.f.hi << 12) != m) fields();
    if (p[0] + p[1] + p[2] + p[3] == 1020 && n != -1) sum();
    if (n == 0x01020304 && p[2] == 2) chosen();
    return 0;
}
