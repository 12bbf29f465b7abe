// A further argument may change a variable that only it mentions, in whatever order arguments are evaluated.
// define: CASE=n==3&&total==11  expect: reachable
// define: CASE=total!=3*first+5 expect: unreachable
// define: CASE=n!=first+1       expect: unreachable
#include <stdarg.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int sum(int count, ...) {
    va_list all;
    int total = 0;
    va_start(all, count);
    for (int i = 1; i <= count; i++) total += i * va_arg(all, int);
    va_end(all);
    return total;
}

static int one(void) { return 1; }

int main(void) {
    int n = __VERIFIER_nondet_int(), last;
    if (n < 0 || n > 99) return 0;
    int first = n;
    int total = sum(2, last = 5 - 2 * one(), n++);
    total += first + last - 1;
    if (CASE) reach_error();
    return 0;
}
