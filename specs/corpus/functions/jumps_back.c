// Errors that a caller gets back by `setjmp`: what happens until somebody jumps is followed, where the jump leads is not.
// entry: parse  target: label:six     expect: reachable
// entry: parse  target: label:never   expect: unknown
// entry: parse  target: label:caught  expect: unknown
// entry: calm   target: label:dead    expect: unreachable
// entry: calm   target: label:other   expect: unreachable
// entry: calm   target: label:alive   expect: reachable
// entry: asks   target: label:back    expect: unreachable
#include <setjmp.h>
#include <string.h>

static jmp_buf start, outer;

static void fail(int n) {
    if (n == 5)
        longjmp(start, 1);
}

int parse(int n) {
    memcpy(outer, start, sizeof outer);
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

/* Nothing jumps here. */
int calm(int n) {
    int result = setjmp(start);
    if (result) {
        dead:
        return 1;
    }
    switch (sigsetjmp(outer, n)) {
    case 0:
        alive:
        return n;
    default:
        other:
        return 2;
    }
}

/* That what is called here does not jump either is an assumption. */
extern int ask(int);

int asks(int n) {
    if (setjmp(start) != 0) {
        back:
        return 1;
    }
    return ask(n);
}
