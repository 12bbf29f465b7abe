// Pointers from outside that the program asks whether they are equal may be: a list that leads back to its head, an item
// that knows whose it is, two arguments that are one object.
// entry: same    target: label:first     expect: unreachable
// entry: same    target: label:second    expect: reachable
// entry: same    target: label:apart     expect: unreachable
// entry: around  target: label:none      expect: reachable
// entry: around  target: label:one       expect: reachable
// entry: owned   target: label:owned     expect: reachable
// entry: owned   target: label:kept      expect: unreachable
// entry: empty   target: label:empty     expect: reachable
// entry: empty   target: label:alone     expect: reachable
// entry: both    target: label:followed  expect: reachable
// entry: both    target: label:differs   expect: unreachable
// entry: back    target: label:two       expect: reachable
// entry: back    target: label:one       expect: reachable
struct list {
    struct list *next, *prev;
};
struct item {
    int v;
    struct list *owner;
    struct item *next;
};

int same(int *a, int *b) {
    if (a == b) {
        *a = 1;
        *b = 2;
        if (*a == 1) {
        first:
            return 1;
        }
    second:
        return 2;
    }
    *a = 1;
    *b = 2;
    if (*a == 2) {
    apart:
        return 3;
    }
    return 0;
}

int around(struct list *head) {
    int n = 0;
    for (struct list *p = head->next; p != head; p = p->next)
        n++;
    if (n == 0) {
    none:
        return 1;
    }
    if (n == 1) {
    one:
        return 2;
    }
    return 0;
}

int owned(struct item *item, struct list *list) {
    if (item->owner != list || !list)
        return 0;
    item->owner->next = 0;
owned:
    if (list->next) {
    kept:
        return 2;
    }
    return 1;
}

int empty(struct list *head) {
    if (head->next == head) {
    empty:
        if (head->prev == head) {
        alone:
            return 2;
        }
        return 1;
    }
    return 0;
}

int both(struct item *a, struct item *b) {
    if (b && a->next == b) {
    followed:
        if (a->next->v != b->v) {
        differs:
            return 2;
        }
        return 3;
    }
    return 0;
}

int back(struct item *a) {
    if (a->next->next == a) {
    two:
        if (a->next == a) {
        one:
            return 2;
        }
        return 1;
    }
    return 0;
}
