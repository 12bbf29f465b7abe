// strncpy of a name with four letters or more fills all four places and writes no terminator; behind a shorter one it
// writes zeros up to the end.
// define: CASE=name[3]!=0  expect: reachable
// define: CASE=name[1]==0&&name[2]!=0  expect: unreachable
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char given[6], name[4];
    for (int i = 0; i < 5; i++) given[i] = __VERIFIER_nondet_char();
    given[5] = 0;
    strncpy(name, given, 4);
    if (CASE) reach_error();
    return 0;
}
