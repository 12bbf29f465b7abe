// Structs around members of members, around structs that are around members, of one hierarchy, and which of these are equal.
// entry: of_part     target: label:one     expect: reachable
// entry: of_part     target: label:zero    expect: reachable
// entry: bare_head   target: label:itself  expect: reachable
// entry: bare_head   target: label:other   expect: unreachable
// entry: twice       target: label:one     expect: reachable
// entry: both        target: label:five    expect: reachable
// entry: both        target: label:itself  expect: reachable
// entry: same        target: label:same    expect: reachable
// entry: of_global   target: label:same    expect: reachable
// entry: of_global   target: label:six     expect: unreachable
// entry: other       target: label:same    expect: reachable
// entry: element     target: label:same    expect: reachable
// entry: last        target: label:three   expect: reachable
// entry: number      target: label:six     expect: reachable
// entry: inner_first target: label:one     expect: reachable
// entry: removes     target: label:empty   expect: reachable
// entry: of_constant target: label:same    expect: reachable
// entry: of_constant target: label:four    expect: unreachable
// entry: by_number   target: label:six     expect: unknown
// entry: find        target: label:found   expect: reachable
// entry: aliased     target: label:two     expect: reachable  world: alias=may
// entry: aliased     target: label:two     expect: unreachable
// entry: before      target: label:three   expect: reachable
// entry: destroys    target: label:gone    expect: reachable
// entry: through     target: label:four    expect: reachable
// entry: either      target: label:nine    expect: reachable
// entry: stored      target: label:seen    expect: unreachable
// entry: of_stored   target: label:seen    expect: unreachable
// entry: itself      target: label:seen    expect: unreachable
#include <stddef.h>
#include <stdint.h>

struct list {
    struct list *next, *prev;
};

#define AROUND(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

struct item {
    int value;
    struct list link;
};

struct part {
    char tag;
    struct list link;
};

struct whole {
    int value;
    struct part part;
};

int of_part(struct list *head) {
    int all = 0;
    for (struct whole *w = AROUND(head->next, struct whole, part.link); &w->part.link != head;
         w = AROUND(w->part.link.next, struct whole, part.link))
        all += w->value;
    if (all == 1)
        goto one;
    if (head->next == head)
        goto zero;
    return 0;
one:
    return 1;
zero:
    return 2;
}

int bare_head(void) {
    struct list head = {&head, &head};
    struct whole *w = AROUND(head.next, struct whole, part.link);
    if (&w->part.link == &head)
        goto itself;
    goto other;
itself:
    return 1;
other:
    return 2;
}

struct timer {
    long expires;
    struct list link;
};

struct device {
    int value;
    struct timer timer;
};

int twice(struct list *head) {
    int all = 0;
    for (struct timer *t = AROUND(head->next, struct timer, link); &t->link != head;
         t = AROUND(t->link.next, struct timer, link))
        all += t->expires == 4 ? AROUND(t, struct device, timer)->value : 0;
    if (all == 1)
        goto one;
    return 0;
one:
    return 1;
}

struct base {
    int kind;
    struct base *next;
};

struct middle {
    struct base base;
    int value;
};

struct leaf {
    struct middle middle;
    long more;
};

int both(struct base *b) {
    if (b->kind == 1 && ((struct leaf *)b)->more == 5 && ((struct middle *)b)->value == 6)
        goto five;
    if (b->kind == 2 && b->next == b)
        goto itself;
    return 0;
five:
    return 1;
itself:
    return 2;
}

int same(struct item *a) {
    if (AROUND(a->link.next, struct item, link) == a && a->value == 3)
        goto same;
    return 0;
same:
    return 1;
}

static struct item first = {5, {&first.link, &first.link}};

int of_global(struct list *l) {
    struct item *i = AROUND(l, struct item, link);
    if (i == &first && i->value == 5)
        goto same;
    if (i == &first && i->value == 6)
        goto six;
    return 0;
same:
    return 1;
six:
    return 2;
}

int other(struct item *a, struct item *b) {
    if (a->link.next == &b->link && AROUND(a->link.next, struct item, link)->value == 6)
        goto same;
    return 0;
same:
    return 1;
}

int element(struct item *a, unsigned n) {
    if (n == 2 && a[n].link.next == &a[n].link && AROUND(a[n].link.next, struct item, link)->value == 5)
        goto same;
    return 0;
same:
    return 1;
}

int last(struct list *head) {
    struct item *i = AROUND(head->next, struct item, link);
    if (i->value == 3 && head->prev == head->next)
        goto three;
    return 0;
three:
    return 1;
}

int number(struct list *l) {
    struct item *i = (struct item *)((uintptr_t)l - offsetof(struct item, link));
    if (i->value == 6)
        goto six;
    return 0;
six:
    return 1;
}

// What counts on one way is no member on another.
int either(struct base *b, int n, int flag) {
    if (flag)
        return ((struct middle *)b)->value;
    if (n == 3 && b[2].kind == 9)
        goto nine;
    return 0;
nine:
    return 1;
}

// All of these rest on pointers from outside that do not overlap, without any input that says so.
int stored(struct base *a, struct base *b) {
    struct base own;
    b->next = &own;
    if (a->next == &own)
        goto seen;
    return 0;
seen:
    return 1;
}

static struct base shared;

int of_stored(struct base *a, struct base *b) {
    a->next = 0;
    b->next = &shared;
    if (a->next != 0)
        goto seen;
    return 0;
seen:
    return 1;
}

int itself(struct base *a) {
    struct base *old = a->next;
    a->next->next = 0;
    if (a->next != old)
        goto seen;
    return 0;
seen:
    return 1;
}

// What is around what is around it need not be looked at.
int inner_first(struct list *l) {
    struct timer *t = AROUND(l, struct timer, link);
    struct device *d = AROUND(t, struct device, timer);
    if (t->expires == 1)
        goto one;
    return d->value;
one:
    return -1;
}

struct queue {
    int count;
    struct list head;
};

int removes(struct queue *q) {
    struct list *l = q->head.next;
    if (l == &q->head)
        return 0;
    l->next->prev = l->prev;
    l->prev->next = l->next;
    if (q->head.next == &q->head)
        goto empty;
    return 1;
empty:
    return 2;
}

struct operations {
    int number;
};

struct object {
    const struct operations *operations;
};

static const struct operations ours = {3};

int of_constant(struct object *o) {
    if (o->operations == &ours && o->operations->number == 3)
        goto same;
    if (o->operations == &ours && o->operations->number == 4)
        goto four;
    return 0;
same:
    return 1;
four:
    return 2;
}

// Where the number is not made and used at once nobody sees what it means; what is null leads nowhere.
int by_number(struct list *l) {
    uintptr_t at = (uintptr_t)l;
    struct item *i = (struct item *)(at - offsetof(struct item, link));
    if (i->value == 6)
        goto six;
    return 0;
six:
    return 1;
}

struct node {
    struct node *right, *left;
};

struct entry {
    struct node node;
    char *key;
};

struct map {
    struct node *root;
};

// The second member of what is around is no pointer of what is there.
int find(const struct map *m, const char *key) {
    struct node *n = m->root;
    while (n) {
        struct entry *e = AROUND(n, struct entry, node);
        int c = e->key[0] - key[0];
        if (c == 0 && n != m->root)
            goto found;
        n = c < 0 ? n->left : n->right;
    }
    return 0;
found:
    return 1;
}

int aliased(struct base *a, struct base *b) {
    struct middle *x = (struct middle *)a, *y = (struct middle *)b;
    x->value = 1;
    y->value = 2;
    if (x->value == 2)
        goto two;
    return 0;
two:
    return 1;
}

// They are elements of one array.
int before(struct base *a, struct base *b) {
    struct middle *m = (struct middle *)a;
    if (a < b && m->value == 3)
        goto three;
    return 0;
three:
    return 1;
}

#include <stdlib.h>

int destroys(struct base *b) {
    struct middle *m = (struct middle *)(void *)b;
    int value = m->value;
    free(b);
    if (value == 3)
        goto gone;
    return 0;
gone:
    return 1;
}

// As Linux writes it today.
#define THROUGH(ptr, type, member)                  \
    ({                                              \
        void *__mptr = (void *)(ptr);               \
        (type *)(__mptr - offsetof(type, member));  \
    })

int through(struct queue *q) {
    struct item *i = THROUGH(q->head.next, struct item, link);
    if (i->value == 3 && &i->link != &q->head && THROUGH(i->link.next, struct item, link)->value == 4)
        goto four;
    return 0;
four:
    return 1;
}
