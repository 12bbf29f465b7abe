// A decoder whose caller has said where errors go on: `longjmp` leaves what is asked about.
// entry: byte       target: label:jumped  expect: reachable
// entry: byte       target: label:read    expect: reachable
// entry: two        target: label:none    expect: unreachable
// entry: two        target: label:both    expect: reachable
// entry: sorted     target: label:left    expect: reachable
// entry: sorted     target: label:wrong   expect: unreachable
// entry: run        target: label:caught  expect: unknown
// entry: keeps      target: leak          expect: reachable
#include <setjmp.h>
#include <stdlib.h>
struct reader {
    const unsigned char *text;
    unsigned left;
    unsigned long used;
    jmp_buf failed;
};

int byte(struct reader *r) {
    if (r->left == 0) {
        jumped:
        longjmp(r->failed, 1);
    }
    r->left--;
    r->used++;
    if (r->left == 2 && r->used == 3) {
        read:
        return 1;
    }
    return *r->text++;
}

int two(struct reader *r) {
    unsigned had = r->left;
    int a = byte(r), b = byte(r);
    if (had < 2) {
        none:
        return 0;
    }
    if (a == 7 && b == 9) {
        both:
        return 1;
    }
    return 2;
}

static jmp_buf stop;
static int compared;

static int compare(const void *a, const void *b) {
    const int *x = a, *y = b;
    compared++;
    if (*x < 0 || *y < 0)
        longjmp(stop, 2);
    return (*x > *y) - (*x < *y);
}

int sorted(int *all) {
    if (all[0] < 0 && compared == 0) {
        left:
        qsort(all, 2, sizeof all[0], compare);
        if (all[0] < 0) {
            wrong:
            return 1;
        }
    }
    return 0;
}

/* Who calls `step` may have said where it goes on, and return then. */
extern int guarded(int (*)(int), int);
static int state;

static int step(int n) {
    state = n;
    if (n > 3)
        _longjmp(stop, 1);
    state = 0;
    return n;
}

int run(int n) {
    state = 0;
    guarded(step, n);
    if (state == 5) {
        caught:
        return 1;
    }
    return 0;
}

int keeps(int n) {
    char *p = malloc(8);
    if (n == 3)
        longjmp(stop, 1);
    free(p);
    return 0;
}
