// What leads to a node leads back to the pointer there, as in lists of one head pointer.
// entry: linked  target: label:L1  expect: reachable
// entry: linked  target: label:L2  expect: unreachable
// entry: taken   target: label:L3  expect: reachable
struct node {
    struct node *next, **from;
    int v;
};
struct head {
    struct node *first;
};

int linked(struct head *h) {
    struct node *n = h->first;
    if (n && n->from == &h->first) {
        *n->from = 0;
        if (!h->first)
        L1:
            return 1;
    L2:
        return 2;
    }
    return 0;
}

int taken(struct node *n) {
    struct node *m = n->next;
    if (m && m->from == &n->next && m->v == 3)
    L3:
        return 1;
    return 0;
}
