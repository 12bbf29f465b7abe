// snprintf says how much it would have written, writes what fits and ends it.
// define: CASE=n==4  expect: reachable
// define: CASE=n==5  expect: unreachable
// define: CASE=strcmp(s,"-42;")==0&&x!=-42  expect: unreachable
// define: CASE=strcmp(s,"-9;")==0  expect: reachable
// target: bounds  define: CASE=0  expect: unreachable
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char s[5];
    int x = __VERIFIER_nondet_int();
    if (x < -99 || x > 999) return 0;
    int n = snprintf(s, sizeof s, "%d;", x);
    if (CASE) reach_error();
    return 0;
}
