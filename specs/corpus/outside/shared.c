// Pointers of structs from outside that there may be something else in place of: members of unions, what lies behind the
// type that is declared, what a `void *` member leads to. What is read as one of them is one, or null; read as a number it
// is any number, so that what only that reaches is unknown.
// entry: eval     target: label:five      expect: reachable
// entry: eval     target: label:large     expect: reachable
// entry: eval     target: label:text      expect: reachable
// entry: eval     target: label:value     expect: reachable
// entry: eval     target: label:other     expect: unreachable
// entry: eval     target: null            expect: reachable
// entry: asked    target: label:zero      expect: reachable
// entry: asked    target: label:odd       expect: unknown
// entry: asked    target: null            expect: unreachable
// entry: loaded   target: label:zero      expect: reachable
// entry: pair     target: label:key       expect: reachable
// entry: pair     target: label:second    expect: reachable
// entry: equal    target: label:differ    expect: unknown
// entry: equal    target: label:null      expect: unknown
// entry: equal    target: label:number    expect: reachable
// entry: sum      target: label:all       expect: reachable
// entry: keep     target: label:last      expect: reachable
// entry: keep     target: label:number    expect: reachable
// entry: replace  target: label:old       expect: unreachable
// entry: replace  target: label:new       expect: reachable
// entry: area     target: label:circle    expect: reachable
// entry: area     target: label:named     expect: reachable
// entry: area     target: label:next      expect: reachable
// entry: area     target: label:none      expect: unreachable
// entry: probe    target: label:missing   expect: reachable
// entry: probe    target: label:named     expect: reachable
// entry: probe    target: label:never     expect: unreachable
// entry: call     target: label:texts     expect: reachable
// entry: call     target: label:sum       expect: reachable
// entry: find     target: label:found     expect: reachable
// entry: find     target: label:none      expect: reachable
// entry: payload  target: label:length    expect: reachable
// entry: payload  target: label:last      expect: reachable
// entry: several  target: label:odd       expect: unknown
#include <stdint.h>

struct value {
    int tag;
    union {
        long number;
        double real;
        char *text;
        struct value *value;
    } u;
};

int eval(struct value *v) {
    switch (v->tag) {
    case 0:
        if (v->u.number == 5) {
        five:
            return 1;
        }
        return 0;
    case 1:
        if (v->u.real > 2.5) {
        large:
            return 2;
        }
        return 0;
    case 2:
        if (v->u.text[0] == 'a') {
        text:
            return 3;
        }
        return 0;
    case 3:
        if (v->u.value->tag == 0 && v->u.value->u.number == 9) {
        value:
            return 4;
        }
        return 0;
    }
    if (v->tag == 2) {
    other:
        return 5;
    }
    return -1;
}

union both {
    struct value *to;
    uintptr_t number;
};

int asked(union both *b) {
    if (b->number == 0) {
    zero:
        return b->to == 0;
    }
    if (b->number == 1)
        return 0;
    if (b->to->tag == 4 && b->number % 2 == 1) {
    odd:
        return 1;
    }
    return b->to != 0 ? 2 : b->to->tag;
}

int loaded(union both *b) {
    struct value *v = b->to;
    if (b->number == 0) {
    zero:
        return 1;
    }
    return v->tag;
}

struct pair {
    int a, b;
    union {
        char *text;
        struct pair *pair;
    } u;
};

int pair(struct pair *x) {
    if (x->a == 1 && x->u.text[0] == 'k') {
    key:
        return 1;
    }
    if (x->a == 2 && x->u.pair->b == 9) {
    second:
        return 2;
    }
    return 0;
}

union name {
    long number;
    char *text;
};

int equal(union name *a, union name *b) {
    if (a->number == b->number && a->text[0] != b->text[0]) {
    differ:
        return 1;
    }
    if (a->number == 0 && a->text) {
    null:
        return 2;
    }
    if (a->number == 0 && b->number == 7) {
    number:
        return 3;
    }
    return 0;
}

long sum(struct value *v, int n) {
    long t = 0;
    for (int i = 0; i < n; i++) {
        if (v[i].tag == 0)
            t += v[i].u.number;
        else if (v[i].tag == 1)
            t += v[i].u.text[0];
        else if (v[i].tag == 2)
            t += v[i].u.value->u.number;
    }
    if (n == 3 && v[0].tag == 1 && v[1].tag == 2 && v[2].tag == 0 && t == 77) {
    all:
        return 1;
    }
    return t;
}

int keep(struct value *v) {
    struct value first = *v, second;
    second = first;
    second.tag = 7;
    if (first.tag == 1 && second.u.text[1] == 'z') {
    last:
        return 1;
    }
    if (second.u.number == 99) {
    number:
        return 2;
    }
    return 0;
}

int replace(struct value *v) {
    static char text[] = "xy";
    if (v->u.text[0] != 'a')
        return 0;
    v->u.text = text;
    if (v->u.text[0] == 'a') {
    old:
        return 1;
    }
    v->u.number = 3;
    if (v->u.number == 3) {
    new:
        return 2;
    }
    return 0;
}

struct shape {
    int kind;
};

struct circle {
    struct shape shape;
    int radius;
    char *label;
};

struct square {
    struct shape shape;
    int side, other;
    struct shape *next;
};

int area(struct shape *s) {
    switch (s->kind) {
    case 1: {
        struct circle *c = (struct circle *)s;
        if (c->radius == 7) {
        circle:
            if (c->label[0] == 'q') {
            named:
                return 3;
            }
        }
        return c->radius;
    }
    case 2: {
        struct square *q = (struct square *)s;
        if (q->side == 3 && q->next && q->next->kind == 9) {
        next:
            return 1;
        }
        if (q->side == 4 && q->next->kind == 2 && !q->next) {
        none:
            return 2;
        }
        return q->side;
    }
    }
    return 0;
}

struct config {
    int n;
    char *name;
};

struct device {
    int kind;
    void *own;
    struct device *parent;
};

static struct config *config_of(struct device *d) { return d->own; }

int probe(struct device *d) {
    struct config *c = config_of(d);
    if (!c) {
    missing:
        return -1;
    }
    if (c->n > 3 && c->name && c->name[0] == 'x') {
    named:
        if (c->n < 2) {
        never:
            return 1;
        }
        return 2;
    }
    return 0;
}

int call(struct value **arguments, int n) {
    if (n < 2)
        return -1;
    struct value *a = arguments[0], *b = arguments[1];
    if (a->tag == 1 && b->tag == 1 && a->u.text[0] == 'a' && b->u.text[0] == 'b') {
    texts:
        return 1;
    }
    if (a->tag == 0 && b->tag == 0 && a->u.number + b->u.number == 10) {
    sum:
        return 2;
    }
    return 0;
}

struct node {
    void *data;
    struct node *next;
};

struct config *find(struct node *list, int n) {
    for (; list; list = list->next) {
        struct config *c = list->data;
        if (c->n == n && c->name[0] == 'c') {
        found:
            return c;
        }
    }
none:
    return 0;
}

struct block {
    struct block *next;
    unsigned size;
};

// What lies behind a header is no further header.
int payload(struct block *b) {
    unsigned char *bytes = (unsigned char *)(b + 1);
    if (b->next && b->next->size == 4) {
    length:
        return 1;
    }
    if (b->size == 3 && bytes[0] == 1 && bytes[2] == 7) {
    last:
        return 2;
    }
    return 0;
}

// More of them than are known.
long several(struct value *v, int n) {
    if (n > 20 && v[n].tag == 1 && v[n].u.text[0] == 'a') {
    odd:
        return 1;
    }
    return 0;
}
