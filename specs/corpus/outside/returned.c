// What functions without a body return: pointers, which are null or lead to objects of their own, the same or others in
// each call, and structs; and what happens to these and to arrays when such functions are called.
// target: label:found    entry: find     expect: reachable
// target: label:lost     entry: find     expect: unreachable
// target: label:cached   entry: twice    expect: unreachable
// target: label:again    entry: same     expect: reachable
// target: label:third    entry: same     expect: reachable
// target: label:once     entry: same     expect: unreachable
// target: label:chained  entry: chained  expect: reachable
// target: label:apart    entry: apart    expect: unreachable
// target: label:larger   entry: structs  expect: reachable
// target: label:handed   entry: structs  expect: reachable
// target: label:own      entry: structs  expect: unreachable
// target: label:text     entry: text     expect: reachable
// target: label:brief    entry: text     expect: unreachable
// target: label:called   entry: called   expect: reachable
// target: label:method   entry: method   expect: reachable
// target: label:bytes    entry: bytes    expect: reachable
// target: label:state    entry: handles  expect: reachable
// target: label:list     entry: handles  expect: reachable
// target: label:kept     entry: handles  world: extern=pure  expect: unreachable
// target: label:fill     entry: fills    expect: reachable
// target: label:inner    entry: fills    expect: reachable
// target: label:rounds   entry: rounds   expect: reachable
// target: label:freed    entry: frees    expect: unreachable
// target: label:second   entry: packed   expect: reachable
// target: label:looked   entry: packed   expect: unreachable
#include <stdlib.h>
struct node { int v; struct node *next; };
typedef struct { long key; char name[4]; } entry;
struct ctx { int state; char buf[8]; struct node *list; };
struct held { struct node *n; int k; };
extern struct node *lookup(const char *), *other(void);
extern const entry *first(void);
extern struct held make(int);
extern void put(struct held);
extern char *name_of(int);
extern void *block(unsigned long);
extern int (*handler(int))(int);
extern void touch(struct ctx *), touch_node(struct node *), log_it(const char *);
struct both { int *first, *second; };
extern void pack(struct both, const int *);
static struct node *cache;

int find(const char *s) {
    struct node *n = lookup(s);
    if (!n) return -1;
    if (n->v > 5) { found: if (n == 0) { lost: return 2; } return 1; }
    return 0;
}

static struct node *get(void) {
    if (!cache) cache = lookup("x");
    return cache;
}

int twice(void) {
    struct node *a = get();
    a->v = 1;
    log_it("here");
    if (get()->v != 1) { cached: return 1; }
    return 0;
}

int same(void) {
    struct node *a = lookup("a"), *b = lookup("b"), *c = lookup("c");
    a->v = 1, b->v = 2, c->v = 3;
    if (a->v == 3 && b->v == 2) { again: return 1; }
    if (a->v == 1 && b->v == 2 && c->v == 3) { third: return 2; }
    if (a->v == 2 && b->v == 1) { once: return 3; }
    return 0;
}

int chained(void) {
    int count = 0;
    for (struct node *n = lookup("a"); n; n = n->next) count += n->v == count;
    if (count == 3) { chained: return 1; }
    return 0;
}

int apart(void) {
    struct node *a = lookup("a"), *b = other();
    a->v = 1, b->v = 2;
    if (a->v != 1) { apart: return 1; }
    return 0;
}

int structs(void) {
    struct node n = { 1, 0 };
    struct held a = make(1), b = make(2), c = { &n, 3 };
    if (a.k < b.k && a.n && a.n->v == 4) { larger: ; }
    put(c);
    if (n.v == 2) { handed: ; }
    if (c.k != 3) { own: return 2; }
    return 0;
}

int text(int n) {
    char *s = name_of(n);
    int i = 0;
    if (!s) return 0;
    while (s[i] && i < 5) i++;
    if (i == 5) { text: return s[4] == 0; }
    if (i > 5) { brief: return 1; }
    return 0;
}

int called(int x) {
    int (*h)(int) = handler(x);
    if (h && h(3) == 5) { called: return 1; }
    return 0;
}

struct methods { struct node *(*get)(int); int (*put)(struct node *); };
int method(struct methods *m) {
    struct node *n = m->get(1);
    if (n && n->v == 4 && m->put(n) == 7) { method: return 1; }
    return 0;
}

int bytes(int n) {
    int *p = block(n * sizeof *p);
    if (!p) return -1;
    for (int i = 0; i < n; i++) p[i] = i;
    const entry *e = first();
    if (n > 3 && p[3] == 3 && e->name[1] == 'b') { bytes: return 1; }
    return 0;
}

int handles(struct ctx *c) {
    int n = 1;
    c->state = 1;
    touch(c);
    if (c->state == 2) { state: ; }
    if (c->list && c->list->v == 3) { list: ; }
    if (n != 1) { kept: return 1; }
    return 0;
}

int fills(struct ctx *c, struct ctx *d) {
    c->buf[6] = 'a';
    d->buf[6] = 'a';
    touch(c);
    if (c[2].buf[6] == 'b' && c->buf[6] != 'a') { fill: ; }
    struct ctx own[3] = { 0 };
    touch_node(lookup("a"));
    touch(own);
    if (own[1].buf[2] == 'q' && d->buf[6] == 'a') { inner: return 1; }
    return 0;
}

int rounds(struct node *n) {
    int count = 0;
    for (; n; n = n->next) {
        touch_node(n);
        count++;
    }
    if (count == 3) { rounds: return 1; }
    return 0;
}

int frees(void) {
    struct node *n = lookup("a");
    free(n);
    if (n->v == 1) { freed: return 1; }
    return 0;
}

int packed(void) {
    int a = 1, b = 2, c = 3;
    struct both p = { &a, &b };
    pack(p, &c);
    if (c != 3) { looked: return 1; }
    if (b == 7 && a == 1) { second: return 2; }
    return 0;
}
