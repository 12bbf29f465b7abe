// A function of the C library without a model is an input only if that is said; then it can give anything.
// expect: reachable    havoc: toascii  target: label:wide
// expect: unreachable  havoc: toascii  target: label:same
#include <stdlib.h>

extern int toascii(int);

int main(void) {
    int n = toascii(65);
    if (n > 127)
wide:
        n = 0;
    if (labs(-4) != 4)
same:
        n = 1;
    return n;
}
