// Old and new forms of expressions and statements: arguments of old-style functions, `?:` without its middle, computed
// jumps, built-in functions, function pointers in variables called like functions.
// target: call:right  expect: reachable
// target: call:wrong  expect: unreachable
extern void right(void), wrong(void);

static int narrow(c) unsigned char c; { return c; }
static int five(void) { return 5; }
static int calls;
static int once(void) { return ++calls; }

static int walk(int steps) {
    static void *next[] = { &&first, &&second, &&last };
    int sum = 0, at = 0;
    goto *next[0];
first:
    sum += 1;
    at = steps > 1;
    goto *next[1 + !at];
second:
    sum += 10;
    goto *next[2];
last:
    return sum;
}

main() {
    int (*input)(void) = five;
    int got = input(), kept = once() ?: 9, none = (calls - 1) ?: 9, sum;
    if (got != 5 || kept != 1 || none != 9 || calls != 1) wrong();
    if (narrow(-1) != 255 || walk(1) != 1 || walk(2) != 11) wrong();
    if (__builtin_popcount(255u) != 8 || __builtin_clz(1u) != 31 || __builtin_ctz(8u) != 3 || __builtin_ffs(0)) wrong();
    if (__builtin_bswap32(0x01020304u) != 0x04030201u || __builtin_parity(7u) != 1 || __builtin_clrsb(-1) != 31) wrong();
    if (!__builtin_add_overflow(2147483647, 1, &sum) || sum != -2147483647 - 1) wrong();
    if (__builtin_mul_overflow(1000, 1000, &sum) || sum != 1000000) wrong();
    if (__builtin_strlen("four") != 4 || __builtin_strcmp("a", "b") >= 0 || __builtin_abs(-3) != 3) wrong();
    enum { apple = 0, pear } fruit = pear;
    if (!__builtin_types_compatible_p(typeof(apple), int) || __builtin_types_compatible_p(typeof(fruit), char)) wrong();
    if (!__builtin_types_compatible_p(int, const int) || __builtin_types_compatible_p(typeof(&got), typeof(got))) wrong();
    char room[12];
    if (__builtin_object_size(room, 0) != 12 || __builtin_object_size(room + 4, 0) != 8) wrong();
    switch (got) {
    case 1 ... 4: wrong();
    case 5 ... 9: right();
    }
    return 0;
}
