// A duplicate has the same characters in memory of its own, of which there is enough for the terminator and no more.
// target: label:LONGER  expect: unreachable
// target: label:SHARED  expect: unreachable
// target: label:AB  expect: reachable
// target: bounds  expect: unreachable
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char s[3];
    for (int i = 0; i < 2; i++) s[i] = __VERIFIER_nondet_char();
    s[2] = 0;
    char *copy = strdup(s);
    if (strlen(copy) > 2) {
    LONGER:
        return 1;
    }
    if (s[0] == 'a' && copy[0] == 'a' && copy[1] == 'b') {
    AB:
        return 2;
    }
    s[0] = 'x';
    copy[0] = 'y';
    if (s[0] != 'x') {
    SHARED:
        return 3;
    }
    return 0;
}
