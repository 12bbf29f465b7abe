// What a `void *` from outside leads to is what it is seen as, also if that is volatile; where it is seen as other memory
// as well, nobody knows which it is. A struct that is in the one that it is cast to is what that says.
// entry: member  target: label:both  expect: reachable
// entry: port    target: label:both  expect: reachable
// entry: port    target: label:odd   expect: unreachable
// entry: cast    target: label:both  expect: reachable
// entry: stored  target: label:other expect: reachable
// entry: mixed   target: label:both  expect: unknown
// entry: plain   target: label:both  expect: unreachable
// entry: behind  target: label:both  expect: reachable
// entry: inside  target: label:both  expect: unreachable
struct device {
    int tag;
    void *at;
};

int member(struct device *d) {
    volatile int *r = d->at;
    if (*r == 6 && *r == 7)
        goto both;
    return 0;
both:
    return 1;
}

struct port {
    volatile unsigned status, data;
};

int port(void *at) {
    struct port *p = at;
    while (!(p->status & 1))
        ;
    if (p->data == 5 && p->data == 6)
        goto both;
    unsigned last = p->data;
    if (last % 2 == 1 && last % 4 == 0)
        goto odd;
    return 0;
both:
    return 1;
odd:
    return 2;
}

int cast(void *p) {
    if (*(volatile int *)p == 6 && *(volatile int *)p == 7)
        goto both;
    return 0;
both:
    return 1;
}

int stored(void *p) {
    *(volatile int *)p = 3;
    if (*(volatile int *)p == 4)
        goto other;
    return 0;
other:
    return 1;
}

int mixed(void *p) {
    if (*(int *)p == 6 && *(volatile int *)p == 7)
        goto both;
    return 0;
both:
    return 1;
}

int plain(void *p) {
    if (*(int *)p == 6 && *(int *)p == 7)
        goto both;
    return 0;
both:
    return 1;
}

struct base {
    int kind;
};

struct derived {
    struct base base;
    volatile int status;
};

int behind(struct base *b) {
    struct derived *d = (struct derived *)b;
    if (d->status == 6 && d->status == 7)
        goto both;
    return 0;
both:
    return 1;
}

int inside(struct base *b) {
    int size = ((struct derived *)b)->base.kind;
    if (size == 6 && *(volatile int *)&b->kind == 7)
        goto both;
    return 0;
both:
    return 1;
}
