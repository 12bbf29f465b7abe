// Members that are called as what is said of pointers.
// entry: one  target: label:found  expect: reachable
// entry: two  target: label:found  expect: reachable
struct s {
    int n, length, null, is_pointer, in_p;
    int *offset;
};
struct t {
    struct s *length;
};

int one(struct s *p) {
    if (p->length == 3 && p->null == 2 && *p->offset == 4 && p->is_pointer == 5 && p->in_p == 6) {
    found:
        return 1;
    }
    return 0;
}

int two(struct t *p) {
    if (p->length && p->length->length == 3 && p->length->null == 2 && p->length->offset && *p->length->offset == 4) {
    found:
        return 1;
    }
    return 0;
}
