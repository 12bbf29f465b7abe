// What is declared a destructor runs wherever the program ends by exit, and not where it ends by _Exit or abort.
// target: label:END  expect: reachable
// target: label:NEVER  expect: unreachable
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int how;

__attribute__((destructor)) static void done(void) {
    if (how == 1) {
    END:
        how = 0;
    }
    if (how == 2 || how == 3) {
    NEVER:
        how = 0;
    }
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 1) {
        how = 1;
        exit(n);
    }
    if (n == 2) {
        how = 2;
        _Exit(n);
    }
    how = 3;
    abort();
}
