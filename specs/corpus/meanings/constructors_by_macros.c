// Priorities of constructors are what macros and the compiler make of them, and an alias of a macro is one as well.
// entry: f  target: label:right    expect: reachable
// entry: f  target: label:wrong    expect: unreachable
// entry: g  target: label:right    expect: reachable
// entry: g  target: label:wrong    expect: unreachable
#define LATE 300
#define PRIORITY(n) (n + 100)
#define BEGINNING(n) __attribute__((constructor(n)))
#define ATTRIBUTE(name, argument) __attribute__((name(argument)))
enum { MIDDLE = 250 };

static int order;
static void next(int digit) { order = order * 10 + digit; }

BEGINNING(LATE) static void sixth(void) { next(6); }
BEGINNING(0200) static void first(void) { next(1); }
BEGINNING(PRIORITY(50)) static void second(void) { next(2); }
ATTRIBUTE(constructor, 200u) static void third(void) { next(3); }
ATTRIBUTE(constructor, (0xf0)) static void fourth(void) { next(4); }
BEGINNING(MIDDLE) static void fifth(void) { next(5); }
__attribute__((constructor)) static void seventh(void) { next(7); }

int f(int n) {
    if (order != 1234567)
        goto wrong;
    if (n == 3)
        goto right;
    return 0;
right:
    return 1;
wrong:
    return 2;
}

#define TWO "two"
#define ALIAS(...) __attribute__((alias(__VA_ARGS__)))
int two(void) { return 2; }
int also_two(void) ATTRIBUTE(alias, TWO);
int two_as_well(void) ALIAS("two");

int g(int n) {
    if (also_two() != 2 || two_as_well() != 2)
        goto wrong;
    if (n == 4)
        goto right;
    return 0;
right:
    return 1;
wrong:
    return 2;
}
