// Parts of structs that nobody gave a value are copied with the rest; bit-fields beside others are stored to alone.
// target: uninitialised@36  expect: unreachable
// target: uninitialised@38  expect: unreachable
// target: uninitialised@40  expect: reachable
// target: uninitialised@43  expect: unreachable
// target: uninitialised@46  expect: unreachable
// target: uninitialised@49  expect: unreachable
// target: uninitialised@51  expect: reachable
// target: uninitialised@31  expect: unreachable
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct pair { int x, y; };
struct narrow { unsigned a : 3, b : 5, c : 24; };
union both { struct pair pair; unsigned char bytes[8]; struct narrow narrow; };

static struct pair same(struct pair p) {
    return p;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    struct pair p, q, r;
    p.x = n;
    q = p;
    memcpy(&r, &q, sizeof r);
    r = same(r);
    struct narrow f;
    f.b = 3;
    union both u;
    u.pair = r;
    union both v = u;
    v.pair = same(v.pair);
    union both w;
    w.narrow.b = 3;
    if (r.x == 1)
        return 1;
    if (v.bytes[0] == 1)
        return 2;
    if (n == 3 && v.bytes[5])
        return 3;
    f.a = n & 7;
    if (f.b == 3 && f.a == 5)
        return 4;
    v.pair.y = 1;
    if (v.pair.y == 1 && v.bytes[4] == 1 && n == 8)
        return 5;
    w.narrow.a = 2;
    if (w.narrow.b == 3 && n == 9)
        return 6;
    if (f.c == 1)
        return 7;
    return 0;
}
