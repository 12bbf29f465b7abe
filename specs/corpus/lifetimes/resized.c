// `realloc` gives memory with what there was, and frees the old one.
// target: label:kept  expect: reachable
// target: label:lost  expect: unreachable
// target: label:old  expect: unreachable
// target: label:longer  expect: reachable
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    char *p = malloc(2);
    p[0] = 'a';
    p[1] = 'b';
    char *before = p;
    p = realloc(p, 4);
    if (p[1] == 'b') kept: ;
    else lost: ;
    p[3] = 'd';
    longer: ;
    if (__VERIFIER_nondet_int()) {
        before[0] = 'c';
        old: ;
    }
    return 0;
}
