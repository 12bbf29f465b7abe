// Memory with a flexible array member is resized, and keeps what is in it.
// entry: grow   target: label:kept   expect: reachable
// entry: grow   target: label:lost   expect: unreachable
// entry: grow   target: bounds       expect: unreachable
// entry: end    target: bounds       expect: reachable
// entry: less   target: label:first  expect: reachable
// entry: less   target: bounds       expect: reachable
// entry: each   target: label:last   expect: reachable
#include <stdlib.h>

struct message {
    int length;
    char text[];
};

int grow(int k) {
    struct message *m = malloc(sizeof *m);
    m->length = 0;
    m = realloc(m, sizeof *m + 8);
    for (int i = 0; i < 8; i++)
        m->text[i] = k;
    m->length = 8;
    m = realloc(m, sizeof *m + 16);
    if (m->text[7] == 4) {
    kept:
        return m->length;
    }
    if (k == 4 || m->length != 8) {
    lost:
        return -1;
    }
    m->text[15] = 1;
    return 0;
}

int end(void) {
    struct message *m = calloc(1, sizeof *m + 1);
    m = realloc(m, sizeof *m + 4);
    m->text[4] = 0;
    return 0;
}

int less(int k) {
    struct message *m = calloc(1, sizeof *m + 4);
    m->text[0] = k;
    m->text[3] = 1;
    m = realloc(m, sizeof *m + 2);
    if (m->text[0] == 3) {
    first:
        return 1;
    }
    return m->text[3];
}

struct list {
    long count;
    short all[];
};

int each(int n) {
    struct list *l = malloc(sizeof *l);
    l->count = 0;
    for (int i = 0; i < n; i++) {
        l = realloc(l, sizeof *l + (l->count + 1) * sizeof *l->all);
        l->all[l->count++] = 7;
    }
    if (n > 0 && l->count == n && l->all[n - 1] == 7) {
    last:
        return 1;
    }
    return 0;
}
