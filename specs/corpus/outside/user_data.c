// What is handed over as `void *` and only ever seen as one type with pointers inside is that.
// entry: cmp    target: label:both    expect: reachable
// entry: cmp    target: label:neither expect: unreachable
// entry: text   target: label:first   expect: reachable
// entry: each   target: label:absent  expect: reachable
// entry: each   target: label:seven   expect: reachable
// entry: each   target: null          expect: reachable
// entry: asked  target: label:none    expect: reachable
// entry: asked  target: label:named   expect: reachable
// entry: two    target: label:differ  expect: unreachable
// entry: two    target: label:three   expect: reachable
struct event {
    int priority;
    const char *name;
    struct event *next;
};

int cmp(const void *a, const void *b) {
    const struct event *x = a, *y = b;
    if (x->priority != y->priority)
        return x->priority - y->priority;
    if (x->name[0] == 'a' && y->name[0] == 'b') {
    both:
        return 5;
    }
    if (x->priority > y->priority) {
    neither:
        return 6;
    }
    return 0;
}

int text(const void *a, const void *b) {
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    if (x[0] == 'q' && y[0] == 'r') {
    first:
        return 1;
    }
    return 0;
}

int each(void *user, int n) {
    struct event *e = user;
    if (!user) {
    absent:
        return -1;
    }
    for (int i = 0; i < n && e; i++)
        e = e->next;
    if (e && e->priority == 7 && n == 1) {
    seven:
        return 1;
    }
    return e->priority;
}

int asked(void *user) {
    struct event *e = user;
    if (user == 0) {
    none:
        return 1;
    }
    if (user && e->name[0] == 'x') {
    named:
        return 2;
    }
    return user ? e->priority : 0;
}

// This is bytes.
int two(void *user) {
    struct event *e = user;
    int *i = user;
    if (e->priority != *i) {
    differ:
        return 1;
    }
    if (e->priority == 3) {
    three:
        return 2;
    }
    return 0;
}
