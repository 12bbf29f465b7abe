// Integers of 128 bits: products of words, carries, shifts across the middle, bytes, conversions from and to other types.
// entry: product  target: label:high   expect: reachable
// entry: product  target: label:least  expect: unreachable
// entry: carried  target: label:carry  expect: reachable
// entry: carried  target: label:lost   expect: unreachable
// entry: modular  target: label:rest   expect: reachable
// entry: modular  target: label:large  expect: unreachable
// entry: signs    target: label:below  expect: reachable
// entry: signs    target: label:above  expect: unreachable
// entry: signs    target: overflow     expect: unreachable
// entry: grows    target: overflow     expect: reachable
// entry: chosen   target: label:five   expect: reachable
// entry: chosen  target: label:passed_by  expect: unreachable
// entry: chosen   target: label:other  expect: unreachable
// entry: constant target: label:wrong  expect: unreachable
// entry: constant target: label:end    expect: reachable
// entry: constant target: undefined    expect: unreachable
#include <stdarg.h>
#include <string.h>

typedef unsigned __int128 wide;

int product(unsigned long a, unsigned long b) {
    wide p = (wide)a * b;
    if (p >> 64 == 12345) { high: return 1; }
    if (p == ~(wide)0) { least: return 2; }
    return 0;
}

int carried(unsigned long a, unsigned long b) {
    wide sum = (wide)a + b;
    if ((unsigned long)sum != a + b) { lost: return 1; }
    if (sum >> 64) { carry: return 2; }
    return 0;
}

int modular(unsigned a) {
    wide square = (wide)a * a * a, rest = square % 1000000007;
    if (rest >= 1000000007) { large: return 1; }
    if (rest == 8 && a > 1) { rest: return 2; }
    return 0;
}

int signs(long a) {
    __int128 n = (__int128)a * 3 - 1;
    if (n < 3 * (__int128)(-0x7fffffffffffffffL - 1) - 1) { above: return 1; }
    if (n < -0x7fffffffffffffffL) { below: return 2; }
    return 0;
}

int grows(int rounds) {
    __int128 n = 1;
    for (int i = 0; i < rounds; i++) n = n * 2;
    return n > 0;
}

int chosen(int n) {
    switch ((__int128)n) {
    case 5: five: return 1;
    case -7: return 2;
    case ((__int128)9): return 4;
    case 0x7fffffffffffffffL: other: return 3;
    }
    if (n == 9) { passed_by: return 5; }
    return 0;
}

struct mixed { char c; __int128 n; short s; };

union halves { wide all; unsigned long half[2]; unsigned char byte[16]; };

static __int128 total(int count, ...) {
    va_list all;
    va_start(all, count);
    __int128 sum = 0;
    for (int i = 0; i < count; i++) {
        sum += va_arg(all, __int128);
        sum ^= va_arg(all, int);
    }
    va_end(all);
    return sum;
}

int constant(void) {
    wide a = (wide)0x123456789abcdef << 64 | 0xfedcba9876543210, b;
    union halves u = { .all = -a };
    struct mixed m = { 1, -5, 2 }, copy = m;
    unsigned char raw[16];
    memcpy(raw, &a, sizeof a);
    memcpy(&b, raw, sizeof b);
    int right = sizeof m == 48 && copy.n == -5 && a == b && raw[8] == 0xef
        && u.half[1] == ~0x123456789abcdef && u.byte[15] == 0xfe
        && (__int128)-1 < 1ul && (wide)-1 > 1 && -1 < (__int128)~0ul && (__int128)u.all >> 127 == -1
        && (wide)0xffffffffffffffff * 0xffffffffffffffff == ((wide)0xfffffffffffffffe << 64 | 1)
        && total(2, (__int128)1 << 100, 5, (__int128)-1, 0) == ((__int128)1 << 100) + 4;
    if (!right) { wrong: return 1; }
    double far = 0x1p100;
    right = (double)(((wide)1 << 100) + ((wide)1 << 47)) == far
        && (double)(((wide)1 << 100) + ((wide)1 << 47) + 1) == far + 0x1p48
        && (double)(((wide)1 << 100) + ((wide)3 << 47)) == far + 0x1p49
        && (float)(((wide)1 << 90) + ((wide)1 << 66) + 1) == 0x1.000002p90f
        && (double)~(wide)0 == 0x1p128 && (double)-((__int128)1 << 64) == -0x1p64
        && (wide)(1.5 * far) == (wide)3 << 99 && (__int128)-(1.5 * far) == -((__int128)3 << 99)
        && (__int128)-7.9 == -7 && (wide)0x1.fffffffffffffp127 == ~(wide)0 << 75;
    if (!right) goto wrong;
end:
    return 0;
}
