// A leak is a block that is not freed where the program ends, whether or not something still points to it.
// entry: balanced  target: leak  expect: unreachable
// entry: early  target: leak  expect: reachable
// entry: grown  target: leak  expect: unreachable
// entry: leaving  target: leak  expect: reachable
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);
extern void free(void *);
extern void exit(int);

int balanced(int n) {
    char *p = n > 0 ? malloc(3) : 0;
    free(p);
    return 0;
}

int early(int n) {
    char *p = malloc(3);
    if (n == 12) return 1;
    free(p);
    return 0;
}

int grown(void) {
    char *p = malloc(3);
    p = realloc(p, 5);
    free(p);
    return 0;
}

int leaving(int n) {
    char *p = malloc(3);
    if (n) exit(0);
    free(p);
    return 0;
}
