// Arithmetic on a pointer to freed memory, its order and its comparison with another pointer are undefined (C11 6.2.4p2),
// although most compilers give some answer: the new block can have the address of the old one.
// entry: equal  target: label:told  expect: unreachable
// entry: equal  target: lifetime  expect: reachable
// entry: ahead  target: label:moved  expect: unreachable
// entry: ahead  target: label:first  expect: reachable
// entry: distance  target: label:counted  expect: unreachable
extern void *malloc(unsigned long);
extern void free(void *);

int equal(void) {
    char *p = malloc(8), *q;
    free(p);
    q = malloc(8);
    if (p == q) told: ;
    else goto told;
    return 0;
}

int ahead(int n) {
    char *p = malloc(8);
    if (n > 0) free(p);
    char *q = p + 1;
    if (n > 0) moved: ;
    else first: ;
    return q != 0;
}

int distance(void) {
    char *p = malloc(8), *end = p + 8;
    free(p);
    if (end - p == 8) counted: ;
    return 0;
}
