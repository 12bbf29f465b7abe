// Addresses: aligned, not 0, apart; back to pointers, also with a tag in the lowest bit.
// target: label:odd     entry: whole    expect: unreachable
// target: label:five    entry: tagged   expect: reachable
// target: label:eight   entry: aligned  expect: unreachable
// target: label:seven   entry: aligned  expect: reachable
// target: label:device  entry: device   expect: reachable
#include <stddef.h>
#include <stdint.h>

int whole(void) {
    int x = 5;
    if ((uintptr_t)&x & 3) { odd: return x; }
    return 0;
}

int tagged(void) {
    int x = 5;
    uintptr_t a = (uintptr_t)&x;
    int *q = (int *)((a | 1) - 1);
    if (*q == 5) { five: return 3; }
    return 0;
}

int aligned(const unsigned char *p, size_t n) {
    int c = 0;
    while (n && ((size_t)p & 7)) c++, p++, n--;
    if (c == 8) { eight: return 1; }
    if (c == 7) { seven: return 2; }
    return 0;
}

int device(void) {
    volatile uint32_t *status = (volatile uint32_t *)0x40001000;
    if (*status == 3) { device: return 1; }
    return 0;
}
