// Lists and trees from outside that end in a variable of the program: what is compared with its address may lead there.
// entry: count   target: label:L1  expect: reachable
// entry: count   target: label:L2  expect: reachable
// entry: is      target: label:L3  expect: reachable
// entry: val     target: label:L4  expect: reachable
// entry: val     target: label:L5  expect: unreachable
// entry: set     target: label:L6  expect: reachable
// entry: set     target: label:L7  expect: unreachable
// entry: depth   target: label:L8  expect: reachable
// entry: member  target: label:L9  expect: reachable
// entry: both    target: label:L10  expect: reachable
// entry: both    target: label:L10  world: alias=may  expect: reachable
struct node {
    struct node *next;
    int v;
};
struct node nil = {&nil, 0};
static struct node end = {0, 9};
struct tree {
    struct tree *l, *r;
    int k;
};
static struct tree sentinel;

int count(const struct node *p) {
    int n = 0;
    for (; p != &nil; p = p->next)
        n++;
L1:
    if (n == 2)
    L2:
        return 2;
    return n;
}

int is(const struct node *p) {
    if (p == &nil)
    L3:
        return 1;
    return 0;
}

int val(struct node *p) {
    if (p == &end) {
        if (p->v == 9)
        L4:
            return 1;
    L5:
        return 2;
    }
    return 0;
}

int set(struct node *p) {
    p->v = 5;
    if (end.v == 5)
    L6:
        return 1;
    if (p == &end)
    L7:
        return 3;
    return 0;
}

int depth(struct tree *t) {
    int d = 0;
    while (t != &sentinel && d < 3) {
        d++;
        t = t->k ? t->l : t->r;
    }
    if (t == &sentinel && d == 2)
    L8:
        return 1;
    return d;
}

int member(struct tree *t) {
    if (t->l == &sentinel && t->r == &sentinel)
    L9:
        return 1;
    return 0;
}

int both(struct tree *t, struct tree *u) {
    if (t == &sentinel && u == &sentinel)
    L10:
        return 1;
    return 0;
}
