// Pointers that are stored and read as pointers to other types than those they are declared to lead to: `void **` that
// leads to a pointer of any type, as in whatever grows an array. Numbers that are stored are read again as they are.
// entry: in_a_loop  target: label:l1  expect: reachable
// entry: in_a_loop  target: label:l2  expect: unreachable
// entry: in_a_loop  target: label:l3  expect: reachable
// entry: in_a_struct  target: label:l4  expect: reachable
// entry: in_a_struct  target: label:l5  expect: unreachable
// entry: in_a_struct  target: label:l6  expect: reachable
// entry: as_another  target: label:l7  expect: reachable
// entry: as_another  target: label:l8  expect: unreachable
// entry: as_another  target: label:l9  expect: reachable
// entry: swapped  target: label:l10  expect: unreachable
// entry: swapped  target: label:l11  expect: reachable
// entry: swapped  target: label:l12  expect: reachable
#include <stdlib.h>
#include <string.h>

static int grow(void **data, unsigned bytes) {
    void *more = malloc(bytes);
    if (more == NULL)
        return 0;
    free(*data);
    *data = more;
    return 1;
}

int in_a_loop(int k) {
    int *d = NULL;
    for (int i = 1; i < 4; i++) {
        if (!grow((void **)&d, 4 * sizeof *d))
            return 0;
        d[i] = k + i;
    }
    if (d[3] == 10)
        { l1: return 1; }
    if (d[3] != k + 3)
        { l2: return 2; }
l3:
    return 3;
}

struct list {
    char *name;
    long *values;
};

int in_a_struct(long k) {
    struct list list = {0};
    if (!grow((void **)&list.values, 2 * sizeof *list.values))
        return 0;
    list.values[1] = k;
    *(const char **)&list.name = "name";
    if (list.values[1] == 1234567890123)
        { l4: return list.name[2]; }
    if (list.name[1] != 'a')
        { l5: return 2; }
l6:
    return 3;
}

int as_another(int k) {
    int n = k;
    void *p = &n;
    int *q = *(int **)&p;
    *q += 2;
    if (n == 44)
        { l7: return 1; }
    if (*(int *)p != n)
        { l8: return 2; }
l9:
    return 3;
}

int swapped(int k) {
    int a = k, b = 5;
    int *p = &a, *q = &b;
    void **x = (void **)&p, **y = (void **)&q;
    void *t = *x;
    *x = *y;
    *y = t;
    *p = 9;
    if (a != k || b != 9)
        { l10: return 2; }
    if (*q == 77)
        { l11: return 1; }
l12:
    return 3;
}
