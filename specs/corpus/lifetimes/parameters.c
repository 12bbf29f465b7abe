// What a parameter points to may be freed: then it is gone for everybody who points to it.
// entry: drop  target: label:freed  expect: reachable
// entry: drop  target: label:read  expect: unreachable
// entry: drop  target: lifetime  expect: reachable
// entry: lend  target: label:inside  expect: reachable
// entry: lend  target: lifetime  expect: unreachable
// entry: chain  target: label:all  expect: reachable
// entry: chain  target: label:never  expect: unreachable
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

int drop(int *p) {
    int *q = p;
    free(p);
    freed: ;
    if (*q == 3) read: ;
    return 0;
}

int lend(int **out) {
    int x = 3;
    *out = &x;
    if (**out == 3) inside: ;
    *out = 0;
    return 0;
}

struct link {
    struct link *next;
    int n;
};

int chain(struct link *l) {
    int freed = 0;
    while (l && freed < 2) {
        struct link *next = l->next;
        free(l);
        freed++;
        if (freed == 2 && l->n == 1) never: ;
        l = next;
    }
    if (freed == 1) all: ;
    return 0;
}
