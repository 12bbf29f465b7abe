// Memory is used after it was freed only where both answers of the world say so, and a path on which it is ends there.
// target: label:freed  expect: reachable
// target: label:kept  expect: reachable
// target: label:used  expect: unreachable
// target: lifetime  expect: reachable
// target: double-free  expect: unreachable
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
    int gone = __VERIFIER_nondet_int();
    if (gone) {
        free(p);
        freed: ;
    }
    int again = __VERIFIER_nondet_int();
    if (again) {
        *p = 2;
        kept: ;
        if (gone) used: ;
    }
    return 0;
}
