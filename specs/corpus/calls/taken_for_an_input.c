// A function of the C library without a model is an input only if that is said; then it can give anything.
// expect: reachable    havoc: a64l  target: label:wide
// expect: unreachable  havoc: a64l  target: label:same
#include <stdlib.h>

extern long a64l(const char *);

int main(void) {
    long n = a64l("a");
    if (n > 127)
wide:
        n = 0;
    if (labs(-4) != 4)
same:
        n = 1;
    return (int)n;
}
