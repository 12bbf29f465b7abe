// Arrays, members, parameters and results; bytes of values, which copies keep. 1.5f is 0x3fc00000; the bits of a value
// that arithmetic gives where there is no number are nobody's.
// target: label:found     entry: search     expect: reachable
// target: label:larger    entry: search     expect: unreachable
// target: label:summed    entry: sum        expect: reachable
// target: label:ordered   entry: member     expect: reachable
// target: label:swapped   entry: member     expect: unreachable
// target: label:bits      entry: overlay    expect: reachable
// target: label:value     entry: overlay    expect: reachable
// target: label:other     entry: overlay    expect: unreachable
// target: label:copied    entry: copy       expect: reachable
// target: label:changed   entry: copy       expect: unreachable
// target: label:table     entry: table      expect: reachable
// target: label:beyond    entry: table      expect: unreachable
// target: label:positive  entry: result     expect: unreachable
// target: label:negative  entry: result     expect: reachable
// target: label:open      entry: open       expect: reachable  expect_today: unknown
extern double measured(void);
extern float __VERIFIER_nondet_float(void);
extern void *memcpy(void *, const void *, unsigned long);
struct range { float low, high; int n; };
struct three { double a[3]; };

int search(struct three t, int n) {
    double most = -1.0;
    if (n < 0 || n > 3) return 0;
    for (int i = 0; i < n; i++)
        if (t.a[i] > most) most = t.a[i];
    if (n == 3 && most == 2.5) { found: return 1; }
    if (n >= 1 && most < -1.0) { larger: return 2; }
    return 0;
}

int sum(void) {
    float s = 0;
    for (int i = 0; i < 10; i++) s += 0.1f;
    if (s > 1.0f && s < 1.0000002f) { summed: return 1; }
    return 0;
}

int member(struct range r) {
    if (!(r.low <= r.high)) return 0;
    if (r.n == 1 && r.low == -2.0f) { ordered: return 1; }
    if (r.low > r.high) { swapped: return 2; }
    return 0;
}

int overlay(void) {
    union { float f; unsigned u; } v;
    v.f = __VERIFIER_nondet_float();
    if (v.u == 0x40490fdb) {
        if (v.f > 3.14f && v.f < 3.15f) { bits: return 1; }
        other: return 2;
    }
    v.u = 0x3fc00000;
    if (v.f == 1.5f) { value: return 3; }
    return 0;
}

int copy(double x) {
    unsigned long bits;
    double y;
    memcpy(&bits, &x, sizeof x);
    memcpy(&y, &bits, sizeof x);
    if (x != y && x == x) { changed: return 1; }
    if (bits == 0x7ff8000000001234 && y != y) { copied: return 2; }
    return 0;
}

int table(int i) {
    static const double steps[4] = {0.5, 1, 2.5, 1e3};
    if (i < 0 || i > 3) return 0;
    if (steps[i] == 2.5) { table: return 1; }
    if (steps[i] > 1000.0) { beyond: return 2; }
    return 0;
}

static double half(double x) { return x / 2; }

int result(void) {
    double x = measured();
    if (!(x < -1.0)) return 0;
    if (half(x) > -0.5) { positive: return 1; }
    negative: return 2;
}

int open(double x) {
    union { double d; unsigned long u; } v;
    v.d = x - x;
    if (v.u != 0) { open: return 1; }
    return 0;
}
