// strtok ends each word in the text itself and goes on behind it; separators at the ends are no words.
// define: CASE=a&&b&&strcmp(b,"xy")==0  expect: reachable
// define: CASE=b&&!a  expect: unreachable
// define: CASE=a&&*a==','  expect: unreachable
// define: CASE=!a&&line[0]=='x'  expect: unreachable
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char line[5];
    for (int i = 0; i < 4; i++) line[i] = __VERIFIER_nondet_char();
    line[4] = 0;
    char *a = strtok(line, ","), *b = strtok(0, ",");
    if (CASE) reach_error();
    return 0;
}
