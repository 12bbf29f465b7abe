// A number that does not fit is the largest that does, and errno says so; hexadecimal ones may have a mark in front.
// target: label:right  expect: reachable
// target: label:wrong  expect: unreachable
#include <errno.h>
#include <limits.h>
#include <stdlib.h>

int main(void) {
    char *end = 0;
    errno = 0;
    if (strtol("0x1fg", &end, 0) == 31 && *end == 'g' && strtoul("-1", 0, 10) == ULONG_MAX && !errno
        && strtol("9223372036854775808 ", &end, 10) == LONG_MAX && *end == ' ' && errno == ERANGE
        && strtoll(" -9223372036854775808", 0, 10) == LLONG_MIN && strtoul("z", &end, 36) == 35 && !*end
        && atoi(" -17.5") == -17 && atol("+4") == 4)
        goto right;
    goto wrong;
right:
    return 0;
wrong:
    return 1;
}
