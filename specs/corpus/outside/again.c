// Functions without a body call what they are handed also while it runs, as often as recursion is followed; with other
// elements of an array by `void *`, with any struct, and with pointers to pointers and to functions. What is not
// followed is a gap.
// target: label:nested    entry: nests     expect: reachable
// target: label:deep      entry: mutual    expect: reachable
// target: label:inner     entry: inner     expect: reachable
// target: label:endless   entry: endless   expect: unknown
// target: label:apart     entry: sorts     expect: reachable
// target: label:whole     entry: whole     expect: reachable
// target: bounds          entry: sorts     expect: unreachable
// target: label:member    entry: visits    expect: reachable
// target: label:same      entry: points    expect: reachable
// target: label:text      entry: texts     expect: reachable
// target: label:called    entry: hands     expect: reachable
// target: label:row       entry: rows      expect: reachable
// target: label:changed   entry: watches   expect: reachable
// target: label:null      entry: nulls     expect: reachable
// target: null            entry: nulls     expect: unreachable
// target: label:last      entry: ends      expect: reachable
// target: label:further   entry: further   expect: unknown
// target: call:any        entry: further   expect: reachable
// target: label:second    entry: both      expect: reachable
// target: label:neither   entry: both      expect: unreachable
struct pair { int x; char *y; };
enum { SIZE = 4 };

void rec(void (*f)(int), int n);
int ext(int (*f)(int), int v);
void sort(void *base, unsigned long n, unsigned long size, int (*order)(const void *, const void *));
void visit(struct pair (*f)(struct pair), struct pair s);
void text(void (*f)(char **), char **v);
void hand(void (*f)(int (*)(int)), int (*g)(int));
void row(void (*f)(int (*)[3]), int (*rows)[3]);
void watch(void (*f)(volatile int *), volatile int *p);
void each(void (*f)(int *), int *p);
void fail(void (*f)(void));
void more(void (*f)(int, ...));
void two(void (*f)(void), void (*g)(void));

static int depth, hits, level, deep, n, m, seen;

static void again(int k) {
    depth++;
    if (k > 0 && depth < 5)
        rec(again, k - 1);
    if (depth == 2)
        hits = 2;
    depth--;
}

int nests(void) {
    rec(again, 3);
    if (hits == 2) { nested: return 1; }
    return 0;
}

static int right(int);
static int left(int x) { int r; level++; r = ext(right, x); if (level == 3) deep = 1; level--; return r; }
static int right(int x) { int r; level++; r = ext(left, x); level--; return r; }

int mutual(void) {
    ext(left, 1);
    if (deep == 1) { deep: return 1; }
    return 0;
}

static int once_more(int x) {
    n++;
    if (n == 2)
        m = 1;
    if (n < 3)
        ext(once_more, x);
    return 0;
}

int inner(void) {
    once_more(1);
    if (m) { inner: return 1; }
    return 0;
}

static int forever(int x) {
    n++;
    ext(forever, x);
    n--;
    if (n == 30) { endless: return 1; }
    return 0;
}

int endless(void) {
    return forever(0);
}

static int order(const void *x, const void *y) {
    const int *p = x, *q = y;
    if (q == p + 2)
        seen = 1;
    return *p < *q ? -1 : *p > *q;
}

int sorts(void) {
    int a[SIZE] = {4, 3, 2, 1};
    sort(a, SIZE, sizeof *a, order);
    if (seen) { apart: return 1; }
    return 0;
}

int whole(void) {
    int a[SIZE] = {4, 3, 2, 1};
    sort(&a, SIZE, sizeof *a, order);
    if (seen) { whole: return 1; }
    return 0;
}

static char *shared;

static struct pair odd(struct pair s) {
    if (s.x == 7)
        seen = 1;
    if (s.y == shared)
        seen |= 2;
    return s;
}

int visits(void) {
    struct pair a = {1, 0};
    visit(odd, a);
    if (seen == 1) { member: return 1; }
    return 0;
}

int points(void) {
    char c = 0;
    shared = &c;
    struct pair a = {1, &c};
    visit(odd, a);
    if (seen & 2) { same: return 1; }
    return 0;
}

static void spell(char **v) {
    if (v[0][0] == 'q')
        seen = 1;
}

int texts(void) {
    char chars[4] = "abc", *t = chars;
    text(spell, &t);
    if (seen) { text: return 1; }
    return 0;
}

static int twice(int x) { seen = x == 3; return 2 * x; }
static void calls(int (*g)(int)) { if (g(3) == 6) m = seen; }

int hands(void) {
    hand(calls, twice);
    if (m) { called: return 1; }
    return 0;
}

static void third(int (*p)[3]) {
    if ((*p)[2] == 7)
        seen = 1;
}

int rows(void) {
    int a[2][3] = {{1}};
    row(third, a);
    if (seen) { row: return 1; }
    return 0;
}

static void looks(volatile int *p) {
    if (*p == 7)
        seen = 1;
}

int watches(void) {
    volatile int x = 1;
    watch(looks, &x);
    if (seen) { changed: return 1; }
    return 0;
}

static void is_null(int *p) {
    if (!p)
        seen = 1;
}

int nulls(void) {
    each(is_null, 0);
    if (seen) { null: return 1; }
    return 0;
}

__attribute__((noreturn)) static void stop(void) {
    last: for (;;) ;
}

int ends(void) {
    fail(stop);
    return 0;
}

static void any(int k, ...) {
    seen = k;
}

int further(void) {
    more(any);
    if (seen) { further: return 1; }
    return 0;
}

static void uses(void) { if (n) m = 1; }
static void makes(void) { n = 1; }

int both(void) {
    two(uses, makes);
    if (m && n) { second: return 1; }
    if (m) { neither: return 2; }
    return 0;
}
