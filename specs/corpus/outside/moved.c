/* Pointers from outside that the program stores back where it has them from. */
struct cursor {
    int *p;
};

int advance(struct cursor *c) {
    c->p++;
    if (c->p[0] == 5)
        goto five;
    return 0;
five:
    return 1;
}

int copied(struct cursor *c) {
    c[0].p = c[1].p;
    if (c[0].p != c[1].p)
        goto differ;
    if (c[0].p[0] != c[1].p[0])
        goto other;
    if (c[0].p[0] == 5)
        goto five;
    return 0;
differ:
    return 1;
other:
    return 2;
five:
    return 3;
}

/* A null pointer has no elements that it could be moved to. */
int null(int *a, int n) {
    if (a)
        return 0;
    a += n;
    if (n)
        goto moved;
    if (!a)
        goto stays;
    return 0;
moved:
    return 1;
stays:
    return 2;
}
