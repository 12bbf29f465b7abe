// Attributes that macros write, with words of their own and with those of their uses.
// entry: one    target: label:yes  expect: reachable
// entry: two    target: label:yes  expect: reachable
// entry: three  target: label:yes  expect: reachable
// entry: four   target: label:yes  expect: reachable
// entry: five   target: label:yes  expect: reachable
// entry: five   target: label:no   expect: unreachable
// entry: six    target: label:yes  expect: reachable
// entry: six    target: label:no   expect: unreachable
#define ENDING __attribute__((cleanup(end)))
#define ENDING_BY(function) __attribute__((cleanup(function)))
#define ENDING_BY_FIRST(function, \
                        other) __attribute__((cleanup(function)))
#define SECTION(name, bytes) __attribute__((section(name))) __attribute__((aligned(bytes)))
#define ALIAS(name) __attribute__((alias(#name)))
/* Names that macros join, hand to others, or stand for. */
#define ENDING_TWICE ENDING_BY(end_twice)
#define ENDING_OF(what) __attribute__((cleanup(what##_twice)))
#define SAME end_twice
#define BYTES 16

static int ended;
static void end(int *value) { ended += *value; }
static void end_twice(int *value) { ended += 2 * *value; }

int one(void) {
    {
        ENDING int due = 3;
    }
    if (ended == 3)
        goto yes;
    return 0;
yes:
    return 1;
}

int two(void) {
    {
        ENDING_BY(end_twice) int due = 3;
    }
    if (ended == 6)
        goto yes;
    return 0;
yes:
    return 1;
}

int three(void) {
    {
        ENDING_BY_FIRST(end_twice, end)
        int due = 4;
    }
    if (ended == 8)
        goto yes;
    return 0;
yes:
    return 1;
}

static int kept SECTION(".data", 2 * BYTES / 2) = 3;
int four(void) {
    if (kept == 3)
        goto yes;
    return 0;
yes:
    return 1;
}

int next(int n) { return n + 1; }
int another_name(int n) ALIAS(next);
int five(int n) {
    if (n > 100 || n < 0)
        return 0;
    if (another_name(n) == 7)
        goto yes;
    if (another_name(n) == n)
        goto no;
    return 0;
yes:
    return 1;
no:
    return 2;
}

int six(void) {
    {
        ENDING_TWICE int one = 1;
        ENDING_OF(end) int two = 2;
        __attribute__((cleanup(SAME))) int four = 4;
    }
    if (ended == 14)
        goto yes;
    if (ended)
        goto no;
    return 0;
yes:
    return 1;
no:
    return 2;
}
