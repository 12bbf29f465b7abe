// What leaves functions that call themselves with `longjmp`, however deep they are: all of their calls are over, if none of
// them is gone back to.
// entry: nested    target: label:DEEP      expect: reachable
// entry: nested    target: label:OTHER     expect: unreachable
// entry: nested    target: label:SHALLOW   expect: unreachable
// entry: nested    target: label:BALANCED  expect: reachable
// entry: both      target: label:SECOND    expect: reachable
// entry: mutual    target: label:ODD       expect: reachable
// entry: mutual    target: label:EVEN      expect: unreachable
// entry: within    target: label:WITHIN    expect: reachable    expect_today: unknown
// entry: within    target: label:NOWHERE   expect: unreachable  expect_today: unknown
// entry: own       target: label:OWN       expect: reachable    expect_today: unknown
// entry: kept      target: label:KEPT      expect: unreachable  expect_today: unknown
#include <setjmp.h>

static jmp_buf out;
static const char *at;
static int depth;

static void fail(int why) { longjmp(out, why); }

/* How many are in one another. */
static int list(void) {
    int inside = 0;
    if (++depth > 6)
        fail(2);
    while (*at == '(') {
        at++;
        int here = list();
        if (*at != ')')
            fail(1);
        at++;
        if (here >= inside)
            inside = here + 1;
    }
    depth--;
    return inside;
}

int nested(const char *text) {
    at = text;
    depth = 0;
    int why = setjmp(out);
    if (why == 0) {
        int inside = list();
        if (inside == 4 && depth == 0)
BALANCED:   return inside;
        return 0;
    }
    if (why > 2)
OTHER:  return -3;
    if (why == 2) {
        if (depth != 7)
SHALLOW:    return -2;
DEEP:   return -1;
    }
    return why;
}

/* The second text begins with nothing of what the first one left. */
int both(const char *one, const char *other) {
    const char *texts[2] = {one, other};
    int results[2] = {-1, -1};
    for (int i = 0; i < 2; i++) {
        at = texts[i];
        depth = 0;
        if (setjmp(out) == 0)
            results[i] = list();
    }
    if (results[0] == -1 && results[1] == 2)
SECOND: return 2;
    return 0;
}

static void even(int n);

static void odd(int n) {
    if (n == 0)
        fail(1);
    even(n - 1);
    depth++;
}

static void even(int n) {
    if (n == 0)
        fail(2);
    odd(n - 1);
    depth++;
}

/* Nobody ever comes back from there. */
int mutual(int n) {
    if (n < 0)
        return 0;
    depth = 0;
    int why = setjmp(out);
    if (why == 0)
        even(n);
    if (why == 1 && n > 20)
ODD:    return 1;
    if (why != 0 && depth != 0)
EVEN:   return 2;
    return 0;
}

static void inner(int n);

/* Who jumps is not who is gone back to: that is the last one of those it was called by. */
static void outer(int n) {
    if (n <= 0)
        fail(1);
    inner(n - 1);
}

static void inner(int n) {
    if (setjmp(out) != 0) {
        depth++;
        return;
    }
    outer(n);
}

int within(int n) {
    if (n < 40)
        return 0;
    depth = 0;
    outer(n);
    if (depth == 1)
WITHIN: return 1;
NOWHERE:
    return 0;
}

/* Each call goes back to itself. */
static int each(int n) {
    jmp_buf here;
    if (setjmp(here) != 0)
        return n;
    if (n > 0)
        each(n - 1);
    longjmp(here, 1);
}

int own(int n) {
    if (n < 8 || n > 9)
        return 0;
    if (each(n) == n)
OWN:    return 1;
    return 0;
}

static int *last;

static void stored(int n) {
    int number = n;
    last = &number;
    if (n == 0)
        fail(1);
    stored(n - 1);
}

/* What lived in calls that were left does not live any more. */
int kept(int n) {
    if (n < 8)
        return 0;
    if (setjmp(out) == 0)
        stored(n);
    if (*last == 0)
KEPT:   return 1;
    return 0;
}
