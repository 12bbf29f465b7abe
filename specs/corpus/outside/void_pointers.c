// Pointers to anything from outside may lead where others do that the program compares them with, whatever these point to.
// entry: owns      target: label:OWNS      expect: reachable
// entry: owns      target: label:BEYOND    expect: reachable
// entry: owns      target: label:BOTH      expect: unreachable
// entry: inside    target: label:INSIDE    expect: reachable
// entry: inside    target: label:OUTSIDE   expect: reachable
// entry: own       target: label:OWN       expect: reachable
// entry: stores    target: label:STORED    expect: reachable
// entry: stores    target: label:ELSEWHERE expect: unreachable
// entry: used      target: label:USED      expect: reachable
// entry: user      target: label:SAME      expect: reachable
// entry: user      target: label:OTHER     expect: reachable
// entry: user      target: label:NEITHER   expect: unreachable
// entry: ints      target: label:ELEMENT   expect: reachable
// entry: ints      target: label:BETWEEN   expect: unreachable
#include <stddef.h>
struct pool {
    unsigned char *memory;
    size_t size;
};
struct node {
    struct node *next;
    void *data;
    int x;
};

int owns(const struct pool *p, const void *v) {
    const unsigned char *q = v;
    if (q >= p->memory && q < p->memory + p->size)
    OWNS:
        return 1;
    if (q > p->memory + p->size)
    BEYOND:
        return 2;
    if (q < p->memory && q > p->memory)
    BOTH:
        return 3;
    return 0;
}

int inside(char *a, const void *v, int n) {
    const char *q = v;
    if (q >= a && q < a + n)
    INSIDE:
        return 1;
    OUTSIDE:
    return 0;
}

int own(struct node *m) {
    if (m->data == m)
    OWN:
        return 1;
    return 0;
}

int stores(struct pool *p, void *v) {
    unsigned char *q = v;
    if (p->size < 2 || q < p->memory || q >= p->memory + p->size)
        return -1;
    p->memory[1] = 1;
    *q = 7;
    if (p->memory[1] == 7)
    STORED:
        return 1;
    if (q == p->memory + 1)
    ELSEWHERE:
        return 2;
    return 0;
}

int used(struct node *m) {
    if (m->data == m)
        return 0;
    int *k = m->data;
    if (*k == 3)
    USED:
        return 1;
    return 2;
}

int user(struct node *m, void *data) {
    struct node *u = data;
    if (m == u)
    SAME:
        return u->x;
    m->x = 3;
    if (u->x == 4)
    OTHER:
        return 2;
    if (m->x != 3)
    NEITHER:
        return 3;
    return 0;
}

/* What is between two elements is no element. */
int ints(const void *v, int *a) {
    const int *p = v;
    if (p < a || p >= a + 3)
        return 0;
    a[p - a] = 9;
    if (*p != 9)
    BETWEEN:
        return 1;
    if (p == a + 2)
    ELEMENT:
        return 2;
    return 0;
}
