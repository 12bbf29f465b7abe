// Lists and trees from outside that are walked: what no walk finds is proved for all of them, as deep as they are; also
// where they are changed on the way, freed, or hold pointers to more.
// target: label:negative    entry: count     expect: unreachable
// target: label:ten         entry: count     expect: reachable
// target: label:other       entry: find      expect: unreachable
// target: label:found       entry: find      expect: reachable
// target: label:left        entry: least     expect: unreachable
// target: label:more        entry: append    expect: unreachable
// target: label:appended    entry: ends      expect: reachable
// target: label:none        entry: reverse   expect: unreachable
// target: label:changed     entry: own       expect: unreachable
// target: label:same        entry: own       expect: reachable
// target: label:shared      entry: values    expect: unreachable
// target: label:kept        entry: clear     expect: unreachable
// target: lifetime          entry: clear     expect: unreachable
// target: lifetime          entry: wrong     expect: reachable
// target: label:met         entry: around    expect: reachable
// target: label:below       entry: around    expect: unreachable
// target: label:unlike      entry: linked    expect: unreachable
// target: label:ahead       entry: linked    expect: reachable
// target: label:lost        entry: ended     expect: unreachable
// target: label:ended       entry: ended     expect: reachable
// target: label:twins       entry: twins     expect: reachable
// target: label:equal       entry: pairs     expect: reachable
// target: null              entry: unsure    expect: reachable
// target: label:twelve      entry: counted   world: depth=1  expect: unknown
// target: label:itself      entry: meets     expect: reachable
// target: label:checked     entry: meets     expect: reachable
// target: label:odd         entry: placed    world: depth=1  expect: unknown
#include <stddef.h>
#include <stdlib.h>

struct node { struct node *next; int v; int *value; };
struct tree { struct tree *left, *right; int key; };
struct text { struct text *next; char *name; void *data; };

int count(struct node *p) {
    int n = 0;
    while (p) {
        if (p->v == 7)
            n++;
        p = p->next;
    }
    if (n < 0) { negative: return 1; }
    if (n == 10) { ten: return 2; }
    return 0;
}

int find(struct tree *t, int key) {
    while (t && t->key != key)
        t = key < t->key ? t->left : t->right;
    if (!t)
        return 0;
    if (t->key != key) { other: return 1; }
    found: return 2;
}

int least(struct tree *t) {
    if (!t)
        return 0;
    while (t->left)
        t = t->left;
    if (t->left) { left: return 1; }
    return t->key;
}

int append(struct node *p, struct node *n) {
    if (!p || !n)
        return 0;
    n->next = 0;
    while (p->next)
        p = p->next;
    p->next = n;
    if (p->next->next) { more: return 1; }
    return 0;
}

int ends(struct node *p, struct node *n) {
    while (p->next)
        p = p->next;
    p->next = n;
    if (p->next == n) { appended: return 2; }
    return 0;
}

int reverse(struct node *p) {
    struct node *reversed = 0;
    int n = 0;
    while (p) {
        struct node *next = p->next;
        p->next = reversed;
        reversed = p;
        p = next;
        n++;
    }
    if (n > 0 && !reversed) { none: return 1; }
    return 0;
}

// Each pointer leads to an object of its own, however deep.
int own(struct node *p) {
    for (int i = 0; i < 7; i++) {
        if (!p)
            return 0;
        p = p->next;
    }
    if (!p || !p->next)
        return 0;
    p->v = 1;
    p->next->v = 2;
    if (p->v != 1) { changed: return 1; }
    if (p->next->v == 2) { same: return 2; }
    return 0;
}

int values(struct node *p) {
    while (p && p->value) {
        *p->value = p->v;
        if (*p->value != p->v) { shared: return 1; }
        p = p->next;
    }
    return 0;
}

int clear(struct text **list) {
    struct text *p = *list;
    while (p) {
        struct text *next = p->next;
        free(p->name);
        free(p->data);
        free(p);
        p = next;
    }
    *list = 0;
    if (*list) { kept: return 1; }
    return 0;
}

int wrong(struct text *p) {
    while (p) {
        free(p);
        p = p->next;
    }
    return 0;
}

// Where pointers are compared they may meet.
int around(struct node *head) {
    int n = 0;
    for (struct node *p = head->next; p && p != head; p = p->next)
        n++;
    if (n > 1 && head->next != head) { met: return 1; }
    if (n < 0) { below: return 2; }
    return 0;
}

struct link { struct link *next, *previous; };
struct item { int key; struct link link; };

int linked(struct link *head, int key) {
    for (struct link *at = head->next; at != head; at = at->next) {
        struct item *item = (struct item *)((char *)at - offsetof(struct item, link));
        if (item->key == key) {
            if (item->key != key) { unlike: return 1; }
            if (at->next != head) { ahead: return 2; }
            return 3;
        }
    }
    return 0;
}

static struct node nil;

int ended(struct node *p) {
    int n = 0;
    while (p != &nil) {
        n++;
        p = p->next;
    }
    if (p->next != nil.next) { lost: return 1; }
    if (n == 9) { ended: return 2; }
    return 0;
}

int twins(struct tree *t) {
    for (int i = 0; i < 8; i++) {
        if (!t)
            return 0;
        t = t->left;
    }
    if (t && t->left && t->left == t->right) { twins: return 1; }
    return 0;
}

int pairs(struct node *p, struct node *q) {
    while (p && q && p != q) {
        p = p->next;
        q = q->next;
    }
    if (p && p == q) { equal: return 1; }
    return 0;
}

int unsure(struct node *p) {
    for (int i = 0; i < 9; i++)
        p = p->next;
    return p->v;
}

// Pointers that are counted between lead into one object, and addresses are any: not where they are too deep.
struct buffer { struct buffer *next; char *begin, *end; };

int counted(struct buffer *p) {
    p = p->next->next->next;
    if (p->end - p->begin == 12) { twelve: return 1; }
    return 0;
}

int placed(struct buffer *p) {
    p = p->next->next->next;
    if ((unsigned long)p->begin & 1) { odd: return 1; }
    return 0;
}

// Nor where they are compared with each other.
struct twice { struct twice *next, *previous; };

int meets(struct twice *p) {
    p = p->next->next->next->next->next->next->next->next;
    if (p->next == p) { itself: return 1; }
    if (p->next->previous == p) { checked: return 2; }
    return 0;
}
