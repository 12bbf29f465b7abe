// A number in place of a pointer, read as one: following it is the same as following a pointer, but as a number, and
// compared with others, it is any number. Each of these is reached by a caller that stores a number.
// entry: tagged     target: label:odd        expect: unknown
// entry: small      target: label:answer     expect: unknown
// entry: same       target: label:equal      expect: unknown
// entry: same       target: label:texts      expect: reachable
// entry: sentinel   target: label:none       expect: unknown
// entry: divided    target: division         expect: unknown
// entry: aligned    target: call:abort       expect: unknown
// entry: memory     target: label:odd        expect: unknown
// entry: copied     target: label:nine       expect: unknown
// entry: mark       target: label:ignored    expect: unknown
// entry: variants   target: label:both       expect: unknown
// entry: followed   target: label:odd        expect: unreachable
// entry: followed   target: label:first      expect: reachable
// entry: tested     target: label:never      expect: unreachable
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; int v; };
union either { struct node *p; intptr_t bits; };
struct cell { int tag; union { struct node *p; long i; } u; };
struct value { int tag; union { struct node *p; char *text; long i; } u; };

long tagged(union either v) {
    if ((intptr_t)v.p & 1) { odd: return v.bits >> 1; }
    return 0;
}

int small(struct cell *a) {
    if (a->tag == 1)
        return a->u.p->v;
    int x = (int)(intptr_t)a->u.p;
    if (a->tag == 0 && x == 42) { answer: return 42; }
    return a->u.i != 0;
}

int same(const struct value *a, const struct value *b) {
    if (a->tag == 0 && b->tag == 0 && a->u.i != 0 && a->u.p == b->u.p) { equal: return 1; }
    if (a->tag == 1 && b->tag == 1 && a->u.text != b->u.text && a->u.text[0] == b->u.text[0]) { texts: return 2; }
    return 0;
}

int sentinel(union either *v) {
    if ((intptr_t)v->p == -1) { none: return 7; }
    return v->bits == 0;
}

int divided(struct cell *t) {
    if (t->tag == 1)
        return t->u.p->v;
    if (t->tag == 0 && t->u.i == 0)
        return 0;
    return 10 / (3 - (int)((uintptr_t)t->u.p & 7));
}

int aligned(struct cell *a) {
    if (a->tag == 1)
        return a->u.p->v;
    if (((uintptr_t)a->u.p & 3) != 0)
        abort();
    return a->u.i == 3;
}

int memory(void *mem) {
    long *l = mem;
    struct node **p = mem;
    if ((uintptr_t)*p & 1) { odd: return (int)(*l >> 1); }
    return *p ? 1 : 0;
}

int copied(union either *v) {
    union either local[2];
    memcpy(local, v, sizeof *v);
    local[1] = local[0];
    if ((uintptr_t)local[1].p == 9) { nine: return 7; }
    return local[0].bits == 2;
}

union handler { void (*call)(int); long number; };

int mark(union handler *h) {
    if (h->call == SIG_IGN) { ignored: return 7; }
    return h->number == 7;
}

int variants(union either *v, int n) {
    int odd = 0;
    for (int i = 0; i < n && i < 2; i++)
        if ((uintptr_t)v[i].p & 1)
            odd++;
    if (odd == 2) { both: return 7; }
    return v[0].bits == 2;
}

int followed(struct value *a) {
    if (a->tag != 0 || !a->u.p)
        return 0;
    int v = a->u.p->v;
    if (v == 1) { first: return 1; }
    if (v % 2 == 1 && v % 4 == 0) { odd: return 2; }
    return a->u.i == 1;
}

int tested(struct value *a) {
    int is = a->u.text != 0;
    if (is && !a->u.text) { never: return 1; }
    return a->u.i == 5;
}
