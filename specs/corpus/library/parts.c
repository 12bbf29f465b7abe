// strstr finds the first place of a text in another one; upper and lower case are one for strcasecmp.
// define: CASE=strstr(s,"ab")==s+1  expect: reachable
// define: CASE=strstr(s,"ab")==s+1&&s[0]=='a'&&s[1]=='b'  expect: unreachable
// define: CASE=strstr(s,"abcd")!=0  expect: unreachable
// define: CASE=strcasecmp(s,"Ab")==0&&s[0]=='a'&&s[1]=='B'  expect: reachable
// define: CASE=strcasecmp(s,"Ab")==0&&s[2]  expect: unreachable
// define: CASE=memchr(s,'q',3)==s+2&&s[1]!='q'&&!strrchr(s,'q')  expect: reachable
#include <string.h>
#include <strings.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[4];
    for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    if (CASE) reach_error();
    return 0;
}
