// As many blocks are freed as are allocated, or one less.
// entry: some  define: LESS=0  target: leak  expect: unreachable
// entry: some  define: LESS=1  target: leak  expect: reachable
extern void *malloc(unsigned long);
extern void free(void *);

int some(int n) {
    if (n < 1 || n > 3) return 0;
    char *p[3];
    for (int i = 0; i < n; i++) p[i] = malloc(1);
    for (int i = 0; i < n - LESS; i++) free(p[i]);
    return 0;
}
