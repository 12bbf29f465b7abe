// A pointer to a header and one to the buffer that it is counted in, or compared with, lead into one object.
// entry: ends      target: label:long_   expect: reachable
// entry: ends      target: label:forty   expect: reachable
// entry: inside    target: label:out     expect: reachable
// entry: inside    target: label:same    expect: reachable
// entry: inside    target: label:differ  expect: unreachable
// entry: number    target: label:two     expect: reachable
// entry: number    target: label:odd     expect: reachable
// entry: first     target: label:five    expect: reachable
// entry: apart     target: label:same    expect: unreachable
#include <stddef.h>
#include <stdint.h>

struct attribute {
    uint16_t length, type;
};

struct message {
    unsigned char *buffer;
    size_t length;
};

int ends(struct message *m, struct attribute *start) {
    size_t n = m->buffer + m->length - (unsigned char *)start;
    if (n > 0xffff)
        goto long_;
    start->length = n;
    if (n == 40)
        goto forty;
    return 0;
long_:
    return 1;
forty:
    return 2;
}

int inside(const uint8_t *buffer, size_t n, const struct attribute *a) {
    const uint8_t *at = (const uint8_t *)a;
    if (at < buffer || at + sizeof *a > buffer + n)
        goto out;
    if (at == buffer + 4 && a->length == 0x0102 && buffer[4] == 2 && buffer[5] == 1)
        goto same;
    if (at == buffer + 4 && a->length == 0x0102 && buffer[4] != 2)
        goto differ;
    return 0;
out:
    return 1;
same:
    return 2;
differ:
    return 3;
}

struct block {
    int size;
    struct block *next;
};

struct pool {
    char *base;
    size_t size;
};

int number(struct pool *p, struct block *b) {
    ptrdiff_t at = (char *)b - p->base;
    if (at == 32 && b->size == 3)
        goto two;
    if (at == 7)
        goto odd;
    return 0;
two:
    return 1;
odd:
    return 2;
}

int first(struct message *m, struct attribute *a) {
    if ((unsigned char *)a == m->buffer && a->length == 5)
        goto five;
    return 0;
five:
    return 1;
}

// Nothing compares them.
int apart(struct message *m, struct attribute *a) {
    a->length = 0;
    m->buffer[0] = 1;
    if (a->length != 0)
        goto same;
    return 0;
same:
    return 1;
}
