// Functions without a body call those of the program that they are handed, any number of times, with what else they
// are handed or with objects of their own.
// target: label:third     entry: each      expect: reachable
// target: label:two       entry: each      expect: reachable
// target: bounds          entry: each      expect: unreachable
// target: label:seen      entry: sorts     expect: reachable
// target: label:swapped   entry: sorts     expect: reachable
// target: label:before    entry: before    expect: unreachable
// target: label:own       entry: own       expect: reachable
// target: label:pure      entry: runs      expect: unreachable  world: extern=pure
// target: label:pure      entry: runs      expect: reachable
struct context { int sum, calls; };
struct event { int kind; const char *name; };

extern void for_each(int *a, int n, int (*visit)(int *, void *), void *data);
extern void sort(int *a, int n, int (*order)(const int *, const int *));
extern void on_event(void (*handler)(struct event *));
extern void once(void (*f)(void));

static int seen, handled, ran;

static int visit(int *x, void *data) {
    struct context *c = data;
    c->sum = *x;
    c->calls++;
    if (c->calls == 3 && c->sum == 9) { third: return 1; }
    return 0;
}

int each(void) {
    int a[3] = {1, 2, 3};
    struct context c = {0, 0};
    for_each(a, 3, visit, &c);
    if (c.calls == 2) { two: return 1; }
    return 0;
}

static int order(const int *x, const int *y) {
    if (x != y && *x > *y) { swapped: seen = 2; return 1; }
    seen = 1;
    return 0;
}

int sorts(void) {
    int a[4] = {4, 3, 2, 1};
    sort(a, 4, order);
    if (seen == 1) { seen: return 1; }
    return 0;
}

/* Nobody calls it before it is handed over. */
int before(void) {
    if (seen) { before: return 1; }
    int a[2] = {1, 2};
    sort(a, 2, order);
    return 0;
}

static void handler(struct event *e) {
    if (e->kind == 4 && e->name[1] == 'k') { own: handled = 1; }
}

int own(void) {
    on_event(handler);
    return handled;
}

static void run(void) {
    ran++;
}

int runs(void) {
    once(run);
    if (ran == 1) { pure: return 1; }
    return 0;
}
