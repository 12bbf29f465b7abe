// Objects from outside that are seen as several structs, and are compared, or have pointers inside that are.
// entry: area    target: label:L1  expect: reachable
// entry: area    target: label:L2  expect: reachable
// entry: area    target: label:L3  expect: unreachable
// entry: truth   target: label:L4  expect: reachable
// entry: truth   target: label:L5  expect: reachable
// entry: truth   target: label:L6  expect: unreachable
// entry: root    target: label:L7  expect: reachable
// entry: root    target: label:L8  expect: unreachable
// entry: same    target: label:L9  expect: reachable
// entry: same    target: label:L10  expect: unreachable
// entry: same    target: label:L11  expect: reachable
// entry: alike   target: label:L12  expect: reachable
// entry: alike   target: label:L13  expect: reachable
// entry: alike   target: label:L14  expect: unreachable
struct ops {
    int sides;
};
static const struct ops rectangle = {4}, circle = {0};
struct shape {
    const struct ops *ops;
    int id;
};
struct rectangular {
    struct shape base;
    int w, h;
};
struct round {
    struct shape base;
    int r;
};

int area(struct shape *s) {
    if (s->ops == &rectangle) {
        struct rectangular *r = (struct rectangular *)s;
        if (r->w == 3 && r->h == 2)
        L1:
            return 6;
        if (s->ops->sides != 4)
        L3:
            return -1;
    } else if (s->ops == &circle) {
        if (((struct round *)s)->r == 3)
        L2:
            return 28;
    }
    return 0;
}

struct value {
    int tag;
};
struct number {
    struct value base;
    int v;
};
struct real {
    struct value base;
    double d;
};
static struct value yes = {9}, no = {10};

int truth(struct value *o) {
    if (o == &yes) {
    L4:
        if (o->tag == 1)
        L6:
            return 2;
        return 1;
    }
    if (o == &no)
    L5:
        return 0;
    if (o->tag == 1)
        return ((struct number *)o)->v != 0;
    if (o->tag == 2)
        return ((struct real *)o)->d != 0;
    return -1;
}

struct tree {
    struct tree *parent;
    int kind;
};
struct binary {
    struct tree base;
    int op;
};
struct literal {
    struct tree base;
    long v;
};

int root(struct tree *t) {
    if (t->kind == 0 && ((struct binary *)t)->op == 3)
        return 2;
    if (t->kind == 1 && ((struct literal *)t)->v == 4)
        return 3;
    if (t->parent == t) {
        t->kind = 7;
        if (t->parent->kind == 7)
        L7:
            return 1;
    L8:
        return 4;
    }
    return 0;
}

int same(struct value *p, struct value *q) {
    int a = p->tag == 1 ? ((struct number *)p)->v : (int)((struct real *)p)->d;
    if (p == q) {
        p->tag = 5;
    L9:
        if (q->tag != 5)
        L10:
            return 1;
        return 2;
    }
    p->tag = 5;
    q->tag = 6;
    if (p->tag == 5 && a == 3)
    L11:
        return 3;
    return 0;
}

/* One pointer in bytes, and another one. */
struct object {
    const int *of;
    struct object *left, *right;
};
struct counted {
    struct object base;
    long n;
};
struct named {
    struct object base;
    char name[8];
};

int alike(struct object *o, struct object *p) {
    if (o->of[0] == 1 && ((struct counted *)o)->n == 3)
        return 1;
    if (o->of[0] == 2 && ((struct named *)o)->name[0] == 'x')
        return 2;
    if (o->of == p->of && p->of)
    L12:
        return 3;
    if (o->left && o->left == o->right) {
        o->left->left = 0;
        if (o->right->left)
        L14:
            return 5;
    L13:
        return 4;
    }
    return 0;
}
