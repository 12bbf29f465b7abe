// qsort brings elements into order, and bsearch finds what is there.
// define: CASE=a[0]>a[1]||a[1]>a[2]  expect: unreachable
// define: CASE=a[0]==3&&a[1]==5&&a[2]==9  expect: reachable
// define: CASE=found&&*found!=7  expect: unreachable
// define: CASE=!found&&a[1]==7  expect: unreachable
// define: CASE=found==a+2  expect: reachable
#include <stdlib.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int compare(const void *p, const void *q) {
    int a = *(const int *)p, b = *(const int *)q;
    return a < b ? -1 : a > b;
}

int main(void) {
    int a[3], key = 7;
    for (int i = 0; i < 3; i++) a[i] = __VERIFIER_nondet_int();
    qsort(a, 3, sizeof *a, compare);
    int *found = bsearch(&key, a, 3, sizeof *a, compare);
    if (CASE) reach_error();
    return 0;
}
