// The strerror_r of POSIX gives a number: 0, or what went wrong. It stores no more than there is room for.
// target: label:done      expect: reachable
// target: label:unknown   expect: reachable
// target: label:below     expect: unreachable
// target: label:kept      expect: unreachable
#undef _GNU_SOURCE
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <string.h>

int main(void) {
    char room[6] = "abcd!", *p = room;
    int error = strerror_r(2, p, 4);
    if (error < 0) { below: return 1; }
    if (error == 0 && p[4] == 0) { kept: return 2; }
    if (error == ERANGE) { unknown: return 3; }
    if (error == 0 && p[0] == 'N') { done: return 4; }
    return 0;
}
