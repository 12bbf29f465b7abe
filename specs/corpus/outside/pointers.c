// Pointers in what comes from outside: null, or to objects of their own.
// target: label:full    entry: put    expect: reachable
// target: label:sum     entry: total  expect: reachable
// target: label:same    entry: two    expect: reachable
// target: label:five    entry: two    expect: reachable
// target: label:three   entry: count  expect: reachable
// target: label:found   entry: token  expect: reachable
#include <stddef.h>
typedef struct { char *buf; size_t mask, tail, head; } ring;
struct node { struct node *next; int v; };
struct pair { char *name; struct node *list; };

int put(ring *rb, char c) {
    if (((rb->head - rb->tail) & rb->mask) == rb->mask) rb->tail = (rb->tail + 1) & rb->mask;
    rb->buf[rb->head] = c;
    rb->head = (rb->head + 1) & rb->mask;
    if (rb->head == 0) { full: return 1; }
    return 0;
}

int total(struct node *h) {
    int s = 0;
    for (; h; h = h->next) {
        if (h->v > 30 || h->v < 0) return -1;
        s += h->v;
    }
    if (s == 77) { sum: return 1; }
    return s;
}

int two(struct pair *p) {
    if (p->name && p->name[0] == 'x' && p->list && p->list->next && p->list->next->v == 5) {
        if (p->list == p->list->next) { same: return 3; }
        five: return 2;
    }
    return 0;
}

int count(char **names, int n) {
    int c = 0;
    for (int i = 0; i < n; i++) if (names[i][0] == 'a') c++;
    if (c == 3) { three: return 1; }
    return 0;
}

int token(const char *buf, size_t len, const char **out) {
    size_t i = 0;
    while (i < len && buf[i] != ' ') i++;
    if (i == len) return -1;
    *out = buf + i;
    if (**out == ' ' && i == 4) { found: return 1; }
    return 0;
}
