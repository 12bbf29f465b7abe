// toupper leaves no small letter; what it changes is a letter, and the two cases are 32 apart.
// target: label:SMALL  expect: unreachable
// target: label:OTHER  expect: unreachable
// target: label:MOVED  expect: reachable
#include <ctype.h>
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int c = __VERIFIER_nondet_uchar(), up = toupper(c);
    if (islower(up)) {
    SMALL:
        return 1;
    }
    if (up != c && (!isalpha(c) || c - up != 32)) {
    OTHER:
        return 2;
    }
    if (up != c && tolower(up) == c) {
    MOVED:
        return 3;
    }
    return 0;
}
