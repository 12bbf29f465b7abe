// Three digits make 0 to 999, and each digit is at least 0.
// define: VALUE=999  expect: reachable
// define: VALUE=1000  expect: unreachable
// define: VALUE=-1  expect: unreachable
#include <ctype.h>
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int value = 0;
    for (int i = 0; i < 3; i++) {
        unsigned char c = __VERIFIER_nondet_char();
        if (!isdigit(c)) break;
        value = value * 10 + (c - '0');
    }
    if (value == VALUE) reach_error();
    return 0;
}
