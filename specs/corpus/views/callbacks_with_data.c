// What is kept as bytes may hold functions and what they are called with: what is used as data is data.
// entry: node    target: label:once    expect: reachable
// entry: node    target: label:never   expect: unreachable
// entry: arena   target: label:five    expect: reachable
// entry: arena   target: label:tagged  expect: reachable
// entry: tagged  target: label:six     expect: reachable
// entry: tagged  target: label:odd     expect: unreachable
// entry: queue   target: label:nine    expect: reachable
// entry: wrong   target: label:seven   expect: unknown
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

struct link {
    struct link *next;
};

struct timer {
    struct link link;
    void (*call)(void *);
    void *with;
};

#define TIMER(l) ((struct timer *)((char *)(l) - offsetof(struct timer, link)))

static void count(void *p) { ++*(unsigned *)p; }

static void twice(void *p) { *(int *)p *= 2; }

int node(unsigned a) {
    unsigned hits = a;
    struct timer t = {{0}, count, &hits};
    struct link *list = &t.link;
    struct timer *q = TIMER(list);
    q->call(q->with);
    if (hits == 1) {
    once:
        return 1;
    }
    if (hits == a) {
    never:
        return 2;
    }
    return 0;
}

struct event {
    int number;
    void (*call)(void *);
    void *with;
};

static _Alignas(16) unsigned char memory[64];

int arena(int a) {
    int x = a;
    int *tag = (int *)memory;
    struct event *e = (struct event *)(memory + 16);
    *tag = 7;
    *e = (struct event){1, twice, &x};
    e->call(e->with);
    if (x == 10) {
    five:
        return a;
    }
    if (*tag == 7 && e->number == 1) {
    tagged:
        return 1;
    }
    return 0;
}

struct message {
    int kind;
    union {
        struct event event;
        struct {
            int a, b;
        } data;
        char text[16];
    } of;
};

int tagged(int k) {
    int x = k;
    struct message m;
    if (k & 1) {
        m.kind = 1;
        m.of.event.call = twice;
        m.of.event.with = &x;
    } else {
        m.kind = 2;
        m.of.data.a = k;
        m.of.data.b = 0;
    }
    if (m.kind == 1)
        m.of.event.call(m.of.event.with);
    else
        x = m.of.data.a / 2;
    if (x == 6) {
    six:
        return 1;
    }
    if (x % 2 != 0 && (k & 1)) {
    odd:
        return 2;
    }
    return 0;
}

int queue(int a) {
    int x = a;
    unsigned char *all = malloc(2 * sizeof(struct event));
    struct event e = {1, twice, &x};
    memcpy(all, &e, sizeof e);
    e.call = (void (*)(void *))count;
    memcpy(all + sizeof e, &e, sizeof e);
    for (int i = 1; i >= 0; i--) {
        memcpy(&e, all + i * sizeof e, sizeof e);
        e.call(e.with);
    }
    free(all);
    if (x == 10) {
    nine:
        return 1;
    }
    return 0;
}

// A function as data leaves what is modelled.
int wrong(int k) {
    static _Alignas(16) unsigned char two[32];
    int x = k;
    void **p = (void **)two, **q = (void **)(two + 8);
    *p = (void *)twice;
    *q = &x;
    two[16] = 1;
    if (*(unsigned char *)*(k ? p : q) == 7 && k) {
    seven:
        return 1;
    }
    return 0;
}
