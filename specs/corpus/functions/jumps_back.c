// Errors that a caller gets back by `setjmp`, whichever functions are left for that.
// entry: parse   target: label:six     expect: reachable
// entry: parse   target: label:never   expect: unreachable
// entry: parse   target: label:caught  expect: reachable
// entry: number  target: label:few     expect: reachable
// entry: number  target: label:bad     expect: reachable
// entry: number  target: label:other   expect: unreachable
// entry: number  target: label:good    expect: reachable
// entry: calm    target: label:dead    expect: unreachable
// entry: calm    target: label:alive   expect: reachable
// entry: again   target: label:four    expect: reachable
// entry: again   target: label:five    expect: unreachable
// entry: nested  target: label:inner   expect: reachable
// entry: nested  target: label:outer   expect: reachable
// entry: nested  target: label:wrong   expect: unreachable
// entry: copied  target: label:back    expect: unknown
// entry: asks    target: label:asked   expect: unreachable
// entry: blocks  target: label:thrown  expect: reachable
// entry: blocks  target: label:went    expect: unreachable
// entry: gone    target: label:late    expect: unreachable
// entry: gone    target: lifetime      expect: unreachable
#include <setjmp.h>
#include <string.h>

static jmp_buf start;

static void fail(int n) {
    if (n == 5)
        longjmp(start, 1);
}

int parse(int n) {
    if (setjmp(start)) {
        caught:
        return -1;
    }
    fail(n);
    if (n == 5) {
        never:
        return 2;
    }
    if (n == 6) {
        six:
        return 3;
    }
    return 1;
}

/* What to do with an error is kept with what is read. */
struct reader {
    const unsigned char *text;
    unsigned left;
    jmp_buf failed;
};

static int next(struct reader *r) {
    if (r->left == 0)
        longjmp(r->failed, 7);
    r->left--;
    return *r->text++;
}

static int digits(struct reader *r) {
    int n = 0;
    for (int i = 0; i < 3; i++) {
        int c = next(r);
        if (c < '0' || c > '9')
            longjmp(r->failed, 2);
        n = 10 * n + c - '0';
    }
    return n;
}

int number(struct reader *r) {
    int how = setjmp(r->failed);
    if (how == 7) {
        few:
        return -1;
    }
    if (how == 2) {
        bad:
        return -2;
    }
    if (how != 0) {
        other:
        return -3;
    }
    if (digits(r) == 123) {
        good:
        return 1;
    }
    return 0;
}

/* Nothing jumps here. */
int calm(int n) {
    switch (sigsetjmp(start, n)) {
    case 0:
        alive:
        return n;
    default:
        dead:
        return 2;
    }
}

static void attempt(int k) {
    if (k < 5)
        longjmp(start, k);
}

/* 0 becomes 1. */
int again(void) {
    volatile int tries = 0;
    int k = setjmp(start);
    tries++;
    if (k == 4 && tries == 5) {
        four:
        return tries;
    }
    if (k > 4 || tries > 5) {
        five:
        return 0;
    }
    if (tries == 1)
        longjmp(start, 0);
    attempt(k + 1);
    return 0;
}

int nested(int n) {
    jmp_buf a, b;
    if (setjmp(a) == 0) {
        if (setjmp(b) == 0) {
            if (n == 1)
                longjmp(a, 1);
            longjmp(b, 1);
        }
        inner:
        if (n == 1) {
            wrong:
            return 1;
        }
        longjmp(a, 2);
    }
    outer:
    return 0;
}

/* A jump by a copy is not followed. */
int copied(int n) {
    jmp_buf a, b;
    if (setjmp(a) == 0) {
        memcpy(&b, &a, sizeof a);
        longjmp(b, 1);
    }
    back:
    return 0;
}

/* That what is called here does not jump is an assumption. */
extern int ask(int);

int asks(int n) {
    if (setjmp(start) != 0) {
        asked:
        return 1;
    }
    return ask(n);
}

static int sets(void) {
    return setjmp(start);
}

/* The call that would go on is over. */
int gone(int n) {
    if (sets() != 0) {
        late:
        return 1;
    }
    longjmp(start, 1);
}

/* As macros for exceptions have it: the innermost block comes first, and jumps pass those that were left. */
struct context {
    jmp_buf place;
    struct context *outer;
};
static struct context *innermost;

static void throws(int x) {
    if (x == 3 && innermost)
        longjmp(innermost->place, x);
}

int blocks(int x) {
    throws(x - 1);
    {
        struct context here;
        here.outer = innermost;
        innermost = &here;
        if (setjmp(here.place) == 0) {
            throws(x);
            if (x == 3) {
                went:
                x = 0;
            }
        } else {
            thrown:
            x = 1;
        }
        innermost = here.outer;
    }
    throws(x + 1);
    return x;
}
