// Where pointers from outside may be what the model does not have, nothing is unreachable: a function beside data, a pointer
// that is moved back or compared with another one, a number.
// entry: called   target: label:called  expect: unknown
// entry: either   target: label:called  expect: unknown
// entry: own      target: label:called  expect: unknown
// entry: back     target: label:back    expect: unknown
// entry: length   target: label:four    expect: unknown
// entry: members  target: label:four    expect: unknown
// entry: tagged   target: label:odd     expect: unknown
// entry: read     target: label:five    expect: unknown
// entry: address  target: label:other   expect: unknown
// entry: vector   target: label:never   expect: unreachable
// entry: vector   target: label:second  expect: reachable
// entry: alike    target: label:first   expect: reachable
// entry: alike    target: label:second  expect: reachable
#include <stdint.h>

union code {
    char *text;
    int (*call)(int);
};

int called(union code *c, int k) {
    if (k)
        return c->text[0];
    if (c->call(3) == 4) {
    called:
        return 1;
    }
    return 0;
}

union calls {
    int (*one)(int);
    long (*two)(long, long);
};

int either(union calls *c, int k) {
    if (k)
        return c->one(3) == 4;
    if (c->two(3, 4) == 4) {
    called:
        return 1;
    }
    return 0;
}

struct handle {
    int kind;
    void *own;
};

int own(struct handle *h) {
    if (((int (*)(int))h->own)(3) == 4) {
    called:
        return 1;
    }
    return 0;
}

struct place {
    int kind;
    union {
        long number;
        char *at;
    } from, to;
};

int back(struct place *p) {
    if (p->kind)
        return p->from.number == 2;
    if (p->from.at[-1] == 'a') {
    back:
        return 1;
    }
    return 0;
}

int length(struct place *p) {
    if (p->kind)
        return p->from.number == 2;
    if (p->to.at - p->from.at == 4) {
    four:
        return 1;
    }
    return 0;
}

struct range {
    int kind;
    char *begin, *end;
    union {
        long number;
        double real;
    } u;
};

int members(struct range *r) {
    if (r->kind)
        return r->u.number == 2;
    if (r->end - r->begin == 4) {
    four:
        return 1;
    }
    return 0;
}

union tag {
    uintptr_t bits;
    struct handle *to;
};

int tagged(union tag *t) {
    if (t->to == 0)
        return 0;
    if (t->bits & 1) {
    odd:
        return 1;
    }
    return t->to->kind;
}

struct value {
    int kind;
    union {
        long number;
        struct value *next;
    } u;
};

int read(struct value *v) {
    struct value *next = v->u.next;
    if (v->kind == 0 && v->u.number == 5) {
    five:
        return 1;
    }
    return v->kind == 1 ? next->kind : 0;
}

int address(union tag *t) {
    if (t->to && (uintptr_t)t->to != t->bits) {
    other:
        return t->to->kind;
    }
    return 0;
}

struct item {
    int id;
    char *name;
};

struct vector {
    void *data;
    unsigned long n;
};

// The distance is one in bytes.
int vector(struct vector *v) {
    struct item *all = v->data;
    if (v->n < 2)
        return 0;
    struct item *x = v->data + 1 * sizeof(struct item);
    x->id = 3;
    if (all[1].id == 3) {
    second:
        return 1;
    }
never:
    return all->name[0];
}

struct shape {
    int kind;
};

struct circle {
    struct shape shape;
    char *name;
};

struct square {
    struct shape shape;
    long side;
    char *name;
};

// Members of two types are called alike.
int alike(struct shape *s) {
    if (s->kind == 1 && ((struct circle *)s)->name[0] == 'c') {
    first:
        return 1;
    }
    struct square *q = (struct square *)s;
    if (s->kind == 2 && q->side == -7 && q->name[0] == 's') {
    second:
        return 2;
    }
    return 0;
}
