// A function of the C library without a model is an input only if that is said; then it can give anything.
// expect: reachable    havoc: sysconf  target: label:wide
// expect: unreachable  havoc: sysconf  target: label:same
#include <stdlib.h>

extern long sysconf(int);

int main(void) {
    long n = sysconf(65);
    if (n > 127)
wide:
        n = 0;
    if (labs(-4) != 4)
same:
        n = 1;
    return (int)n;
}
