// What a declaration says of alignment is so where addresses are numbers.
// entry: own     target: label:odd   expect: unreachable
// entry: own     target: label:more  expect: reachable
// entry: local   target: label:odd   expect: unreachable
// entry: gnu     target: label:odd   expect: unreachable
// entry: of_type target: label:odd   expect: unreachable
#include <stdalign.h>
#include <stdint.h>

static _Alignas(16) unsigned char pool[64];
#define PAGE(bytes) __attribute__((aligned(bytes)))
static char page[4096] PAGE(4096);

int own(void) {
    uintptr_t p = (uintptr_t)pool;
    if (p % 16)
        goto odd;
    if (p % 32)
        goto more;
    return 0;
odd:
    return 1;
more:
    return 2;
}

int local(int i) {
    alignas(32) unsigned char mem[32];
    uintptr_t p = (uintptr_t)&mem[0];
    if (i >= 0 && i < 8 && ((uintptr_t)&mem[4 * i] & 3))
        goto odd;
    if (p & 31)
        goto odd;
    return 0;
odd:
    return 1;
}

int gnu(void) {
    if ((uintptr_t)page & 4095)
        goto odd;
    return 0;
odd:
    return 1;
}

struct wide {
    _Alignas(16) int first;
    int second;
};

int of_type(void) {
    struct wide w;
    if ((uintptr_t)&w % 16 || ((uintptr_t)&w.second & 3))
        goto odd;
    return 0;
odd:
    return 1;
}
