// What atexit is told runs when the program ends, the last one first, and what destructors do behind that.
// target: label:BEHIND  define: LAST=1  expect: reachable
// target: label:BEFORE  define: LAST=1  expect: unreachable
// target: label:DONE  define: LAST=0  expect: reachable
// target: label:ALONE  define: LAST=0  expect: unreachable
// target: label:LEFT  define: LAST=1  expect: unreachable
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int steps;

static void first(void) {
    if (steps == 0) {
    BEFORE:
        steps = 10;
    }
    if (steps == 1) {
    BEHIND:
        steps = 2;
    }
}

static void second(void) { steps = steps == 0; }

__attribute__((destructor)) static void done(void) {
    if (steps == 0) {
    ALONE:
        steps = 5;
    }
    if (steps == 2) {
    DONE:
        steps = 4;
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (atexit(first)) {
    LEFT:
        return 1;
    }
    if (n == 7) _Exit(3);
    if (LAST || n > 3) atexit(second);
    if (n == 5) exit(0);
    return 0;
}
