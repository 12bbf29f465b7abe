// strtol reads what can be a number, says where that ends, and with errno that it does not fit. Three characters do.
// define: CASE=v==-42  expect: reachable
// define: CASE=v==-42&&*end  expect: unreachable
// define: CASE=v==7&&*end=='x'  expect: reachable
// define: CASE=v>999||v<-99  expect: unreachable
// define: CASE=end==s&&v!=0  expect: unreachable
// define: CASE=errno  expect: unreachable
#include <errno.h>
#include <stdlib.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[4], *end;
    for (int i = 0; i < 3; i++) s[i] = __VERIFIER_nondet_char();
    s[3] = 0;
    errno = 0;
    long v = strtol(s, &end, 10);
    if (CASE) reach_error();
    return 0;
}
