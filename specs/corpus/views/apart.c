// Which objects have nothing in common: those that are there at the same time. Two calls, or two blocks one after the
// other, may find their variables at one address; a variable of a block around another one is apart from what is in there.
// target: label:same     entry: calls   expect: reachable
// target: label:both     entry: blocks  expect: reachable
// target: label:inner    entry: nested  expect: unreachable
// target: label:below    entry: nested  expect: unreachable
// target: label:again    entry: freed   expect: reachable
#include <stdint.h>
#include <stdlib.h>

static uintptr_t first(void) { int x = 1; return (uintptr_t)&x; }
static uintptr_t second(void) { int y = 2; return (uintptr_t)&y; }

int calls(void) {
    if (first() == second()) { same: return 1; }
    return 0;
}

int blocks(void) {
    uintptr_t a, b;
    { int x = 1; a = (uintptr_t)&x; }
    { int y = 2; b = (uintptr_t)&y; }
    if (a == b) { both: return 1; }
    return 0;
}

static int is_at(uintptr_t around) {
    int here = 1;
    return (uintptr_t)&here == around;
}

int nested(void) {
    int around = 1;
    uintptr_t a = (uintptr_t)&around;
    { int x = 1; if ((uintptr_t)&x == a) { inner: return 1; } }
    if (is_at(a)) { below: return 2; }
    return 0;
}

int freed(void) {
    int *p = malloc(sizeof *p);
    uintptr_t a = (uintptr_t)p;
    free(p);
    int *q = malloc(sizeof *q);
    if ((uintptr_t)q == a) { again: return 1; }
    return 0;
}
