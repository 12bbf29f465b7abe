// Memory that is resized to no bytes is freed, as the GNU C library does it, and there is a null pointer in its place.
// Without memory before there is new memory of no bytes.
// target: label:none  expect: reachable
// target: label:left  expect: unreachable
// target: label:new  expect: reachable
// target: label:nothing_new  expect: unreachable
// target: label:used  expect: unreachable
// target: double-free  expect: reachable
// target: leak  expect: unreachable
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    unsigned n = __VERIFIER_nondet_int();
    if (n > 3)
        return 0;
    int *p = calloc(4, sizeof *p);
    p[0] = 7;
    int *q = realloc(p, n * sizeof *q);
    if (!q) none: n = n;
    if (!q && n > 0 || q && n == 0) left: ;
    if (n == 0) {
        p = realloc(q, 0);
        if (p) new: free(p);
        else nothing_new: ;
        return 0;
    }
    if (__VERIFIER_nondet_int()) {
        q = reallocarray(q, n - 1, sizeof *q);
        if (n == 1) {
            q[0] = 8;
            used: ;
        }
    }
    if (q && q[0] == 7) {
        free(q);
        if (__VERIFIER_nondet_int())
            p = realloc(q, 0);
        return 0;
    }
    return 1;
}
