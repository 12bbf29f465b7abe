// Addresses: aligned, not 0, apart; back to pointers, also with a tag in the lowest bit.
// target: label:odd     entry: whole    expect: unreachable
// target: label:five    entry: tagged   expect: reachable
// target: label:eight   entry: aligned  expect: unreachable
// target: label:seven   entry: aligned  expect: reachable
// target: label:device  entry: device   expect: reachable
// target: label:same     entry: locals   expect: unreachable
// target: label:joined   entry: locals   expect: unreachable
// target: label:blocks   entry: blocks   expect: unreachable
// target: label:again    entry: blocks   expect: reachable
// target: label:kept     entry: kept     expect: unreachable
// target: label:frames   entry: frames   expect: reachable
// target: label:frame    entry: frames   expect: unreachable
#include <stddef.h>
#include <stdlib.h>
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

/* Two that are there at the same time, asked about in one expression. */
int locals(void) {
    int x = 1, y = 2;
    if ((uintptr_t)&x == (uintptr_t)&y) { same: return 1; }
    if ((uintptr_t)&x - (uintptr_t)&y < 4 && (uintptr_t)&x != (uintptr_t)&y) { joined: return 2; }
    return x + y;
}

int blocks(void) {
    char *p = malloc(8), *q = malloc(8);
    *p = *q = 1;
    uintptr_t first = (uintptr_t)p;
    if (first == (uintptr_t)q) { blocks: return 1; }
    free(p);
    char *r = malloc(8);
    *r = 2;
    if (first == (uintptr_t)r) { again: return 2; }
    return 0;
}

int kept(int c) {
    char *p = malloc(8), *q = 0;
    *p = 1;
    uintptr_t first = (uintptr_t)p;
    if (c) free(p);
    q = malloc(8);
    *q = 2;
    if (first == (uintptr_t)q && !c) { kept: return 1; }
    return 0;
}

static uintptr_t in_frame(int k) {
    char *p = __builtin_alloca(8), *q = __builtin_alloca(8);
    *p = *q = k;
    if ((uintptr_t)p == (uintptr_t)q) { frame: return 1; }
    return (uintptr_t)p;
}

int frames(void) {
    uintptr_t a = in_frame(1), b = in_frame(2);
    if (a == b) { frames: return 1; }
    return 0;
}
