// Whether a pointer leads into memory that is part of a struct: it may, where it is compared with that by order, or
// where the numbers that both are as addresses are compared or subtracted.
// entry: by_order  target: label:odd  expect: reachable
// entry: by_order  target: label:used  expect: reachable
// entry: by_order  target: label:behind  expect: unreachable
// entry: by_number  target: label:used_number  expect: reachable
// entry: by_number  target: label:behind_number  expect: unreachable
// entry: by_both  target: label:odd_both  expect: reachable
// entry: by_both  target: label:used_both  expect: reachable
// entry: by_both  target: label:behind_both  expect: unreachable
// entry: of_bytes  target: label:odd_bytes  expect: reachable
#include <stddef.h>
#include <stdint.h>

struct pool {
    unsigned char memory[64];
    int used[8];
    int errors;
};

int by_order(struct pool *of, void *p) {
    unsigned char *c = p;
    if (c < of->memory || c >= of->memory + sizeof of->memory)
        return -1;
    size_t at = c - of->memory;
    if (at % 8) {
    odd:
        return -2;
    }
    if (of->used[at / 8] == 7 && at == 24) {
    used:
        of->errors++;
    }
    if (at / 8 >= 8) {
    behind:;
    }
    return 0;
}

int by_number(struct pool *of, void *p) {
    uintptr_t at = (uintptr_t)p - (uintptr_t)of->memory;
    if (at >= sizeof of->memory || at % 8)
        return -1;
    if (of->used[at / 8] == 7 && at == 24) {
    used_number:
        of->errors++;
    }
    if (at / 8 >= 8) {
    behind_number:;
    }
    return 0;
}

int by_both(struct pool *of, void *p) {
    if ((uintptr_t)p < (uintptr_t)of->memory || (uintptr_t)p >= (uintptr_t)(of->memory + sizeof of->memory))
        return -1;
    ptrdiff_t at = (char *)p - (char *)of->memory;
    if (at % 8) {
    odd_both:
        return -2;
    }
    if (of->used[at / 8] == 7 && at == 24) {
    used_both:
        of->errors++;
    }
    if (at / 8 >= 8) {
    behind_both:;
    }
    return 0;
}

int of_bytes(struct pool *of, unsigned char *p) {
    if (p - of->memory > 60)
        return 0;
    if ((p - of->memory) % 8 == 3) {
    odd_bytes:;
    }
    return 0;
}
