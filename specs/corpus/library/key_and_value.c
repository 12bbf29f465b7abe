// strchr gives the first place, or a null pointer: with one `=` in front of place 3 it is not place 3, and where
// there is one it is found. The terminator is a character of the string too.
// define: FOUND=3  define: FIRST='k'  expect: reachable
// define: FOUND=3  define: FIRST='='  expect: unreachable
// target: label:LOST  define: FOUND=3  define: FIRST='='  expect: unreachable
// target: label:END  define: FOUND=3  define: FIRST='k'  expect: unreachable
#include <string.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char line[6];
    for (int i = 0; i < 5; i++) line[i] = __VERIFIER_nondet_char();
    line[0] = FIRST;
    line[5] = 0;
    char *at = strchr(line, '=');
    if (at && at - line == FOUND) reach_error();
    if (!at && line[0] == '=') {
    LOST:
        return 1;
    }
    if (!strchr(line, 0)) {
    END:
        return 2;
    }
    return 0;
}
