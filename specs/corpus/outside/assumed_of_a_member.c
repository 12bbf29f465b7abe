// An assumption over members of what a parameter points to, which a function that the caller hands on may change later: it
// speaks of what they hold when the function is called.
struct all {
    unsigned room, used;
    int (*full)(struct all *);
};

int add(struct all *a, unsigned length) {
    if (a->room != 4) {
    not_four:
        return -1;
    }
    if (length > a->room) {
    full:
        if (a->full(a) == 0 && a->room == 9) {
        changed:
            return 2;
        }
        return 1;
    }
    return 0;
}
