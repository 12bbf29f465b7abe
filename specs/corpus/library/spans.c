// What a text begins with of a set, and up to a set, adds up to a place in it; strsep cuts at the first of a set.
// define: CASE=strspn(s,"ab")==2&&s[2]=='b'  expect: unreachable
// define: CASE=strcspn(s,"ab")==2&&s[2]=='b'  expect: reachable
// define: CASE=strpbrk(s,"xy")==s+1&&s[0]=='x'  expect: unreachable
// define: CASE=strsep(&rest,":;")==s&&rest==s+2&&s[1]==0  expect: reachable
// define: CASE=strsep(&rest,":;")==s&&rest==s+2&&s[0]==':'  expect: unreachable
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[4], *rest = s;
    for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    if (CASE) reach_error();
    return 0;
}
