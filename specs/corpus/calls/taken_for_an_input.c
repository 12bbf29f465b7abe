// A function of the C library without a model is an input only if that is said; then it can give anything.
// expect: reachable    havoc: pathconf  target: label:wide
// expect: unreachable  havoc: pathconf  target: label:same
#include <stdlib.h>

extern long pathconf(const char *, int);

int main(void) {
    long n = pathconf("a", 65);
    if (n > 127)
wide:
        n = 0;
    if (labs(-4) != 4)
same:
        n = 1;
    return (int)n;
}
