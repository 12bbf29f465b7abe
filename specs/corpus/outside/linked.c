// Pointers in different nodes that are compared: what links them back, the last one, a parent, a common rest.
// entry: back    target: label:L1  expect: reachable
// entry: back    target: label:L2  expect: unreachable
// entry: back    target: label:L1  world: alias=may  expect: reachable
// entry: last    target: label:L3  expect: reachable
// entry: last    target: label:L4  expect: unreachable
// entry: ring    target: label:L5  expect: reachable
// entry: parent  target: label:L6  expect: reachable
// entry: parent  target: label:L7  expect: unreachable
// entry: rest    target: label:L8  expect: reachable
// entry: rest    target: label:L9  expect: unreachable
// entry: far     target: label:L10  expect: unreachable
// entry: row     target: label:L11  expect: reachable
// entry: row     target: label:L12  expect: unreachable
struct node {
    struct node *next, *prev;
    int v;
};
struct list {
    struct node *head, *tail;
};
struct tree {
    struct tree *left, *right, *parent;
    int v;
};

int back(struct node *h) {
    struct node *a = h->next, *b;
    if (!a || a->prev != h)
        return 0;
    b = a->next;
    if (!b || b->prev != a)
        return 0;
L1:
    b->prev->v = 3;
    if (a->v != 3)
    L2:
        return 1;
    return 2;
}

int last(struct list *l) {
    int n = 0;
    struct node *p = l->head;
    if (!p || !l->tail)
        return 0;
    for (; p && p != l->tail; p = p->next)
        n++;
    if (p && n == 2 && p->v == 5)
    L3:
        return 1;
    if (p && p->v != l->tail->v)
    L4:
        return 2;
    return 0;
}

/* The last one leads on. */
int ring(struct list *l) {
    struct node *p;
    if (!l->tail)
        return 0;
    for (p = l->head; p; p = p->next)
        if (p == l->tail && p->next == l->head)
        L5:
            return 1;
    return 0;
}

int parent(struct tree *t) {
    struct tree *a = t->left, *b;
    if (!a || a->parent != t)
        return 0;
    b = a->right;
    if (!b || b->parent != a)
        return 0;
    b->v = 1;
    if (t->left->right->parent->right->v == 1)
    L6:
        return 1;
L7:
    return 2;
}

/* Two lists with one rest. */
int rest(struct node *p, struct node *q) {
    if (p == q || !p->next || p->next == q)
        return 0;
    if (q->next == p->next) {
        q->next->v = 7;
        if (p->next->v == 7)
        L8:
            return 1;
    L9:
        return 2;
    }
    return 0;
}

int far(struct list *l) {
    struct node *p;
    for (p = l->head; p; p = p->next)
        if (p == l->tail) {
            p->v = 1;
            if (l->tail->v != 1)
            L10:
                return 1;
            return 2;
        }
    return 0;
}

/* Which of several nodes it is that leads back. */
int row(struct node *h, int i) {
    struct node *a;
    if (i < 0 || i > 3)
        return 0;
    a = h[i].next;
    if (!a || a->next->prev != a)
        return 0;
    a->v = 4;
    if (i == 2 && h[2].next->next->prev->v == 4)
    L11:
        return 1;
    if (h[i].next->next->prev->v != 4)
    L12:
        return 2;
    return 3;
}
