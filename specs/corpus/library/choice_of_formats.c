// A format may be one of several literals, or a constant that holds one.
// define: CASE=count==3&&text[0]=='n'     expect: reachable
// define: CASE=count==2&&text[0]!='0'+n   expect: unreachable
// define: CASE=text[0]=='n'&&n>=0         expect: unreachable
// define: CASE=strcmp(other,"<7>")==0     expect: reachable
// define: CASE=other[0]!='<'              expect: unreachable
#include <stdio.h>
#include <string.h>
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static const char around[] = "<%d>";

int main(void) {
    char text[8], other[8];
    int n = __VERIFIER_nondet_int();
    if (n < -9 || n > 9) return 0;
    int count = snprintf(text, sizeof text, n < 0 ? "n%d" : n < 5 ? "%d." : "%d", n);
    sprintf(other, around, n);
    if (CASE) reach_error();
    return 0;
}
