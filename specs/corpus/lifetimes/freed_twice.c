// What is freed is the beginning of a block that was not freed before, or null.
// entry: twice  target: double-free  expect: reachable
// entry: twice  target: label:again  expect: unreachable
// entry: twice  target: label:once  expect: reachable
// entry: middle  target: invalid-free  expect: reachable
// entry: middle  target: label:inside  expect: unreachable
// entry: middle  target: label:back  expect: reachable
// entry: middle  target: label:variable  expect: unreachable
// entry: middle  target: label:nothing  expect: reachable
// entry: slots  target: double-free  expect: reachable
// entry: slots  target: label:other  expect: reachable
// entry: slots  target: label:same  expect: unreachable
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

int twice(int n) {
    char *p = malloc(4), *q = p;
    if (n > 0) {
        free(p);
        once: ;
    }
    if (n > 1) {
        free(q);
        again: ;
    }
    return 0;
}

int middle(int n) {
    int x = 0, *p = malloc(2 * sizeof *p);
    p++;
    switch (n) {
    case 0: free(p); inside: break;
    case 1: free(p - 1); back: break;
    case 2: free(&x); variable: break;
    case 3: free((void *)0); nothing: break;
    }
    return 0;
}

int slots(int i) {
    int *t[3];
    for (int k = 0; k < 3; k++) t[k] = malloc(sizeof(int));
    if (i < 0 || i > 2) return 0;
    free(t[1]);
    free(t[i]);
    if (i == 1) same: ;
    other: return 0;
}
