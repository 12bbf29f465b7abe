// Elements of arrays, of the stack and of the heap.
// target: uninitialised@20  expect: unreachable
// target: uninitialised@24  expect: reachable
// target: uninitialised@30  expect: reachable
// target: uninitialised@33  expect: unreachable
// target: uninitialised@37  expect: unreachable
// target: uninitialised@40  expect: unreachable
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern int outside;

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 8)
        return 1;
    int a[8], sum = 0;
    for (int i = 0; i < n; i++)
        a[i] = i;
    for (int i = 0; i < n; i++)
        sum += a[i];
    if (sum == 28)
        return 2;
    if (n == 4 &&
        a[n] == 3)
        return 3;
    int *p = malloc(3 * sizeof *p);
    p[0] = 1;
    p[1] = 2;
    if (n < 3)
        sum += p[n];
    int *q = calloc(3, sizeof *q);
    if (n < 3)
        sum += q[n];
    int *r = realloc(p, 4 * sizeof *r);
    r[3] = 1;
    if (n == 1)
        sum += r[n] + r[3];
    static int begun;
    if (n == 5)
        return begun + outside;
    return 0;
}
