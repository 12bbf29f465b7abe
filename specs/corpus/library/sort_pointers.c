// qsort of pointers to structs, and of structs with pointers inside.
// entry: ages     target: label:L1  expect: unreachable
// entry: ages     target: label:L2  expect: reachable
// entry: named    target: label:L3  expect: unreachable
// entry: named    target: label:L4  expect: reachable
// entry: named    target: label:L5  expect: unreachable
// entry: any      target: label:L6  expect: reachable
// entry: any      target: label:L7  expect: unreachable
#include <stdlib.h>

struct person {
    int age;
};
struct entry {
    const char *name;
    int n;
};

static int by_age(const void *a, const void *b) {
    const struct person *x = *(struct person *const *)a, *y = *(struct person *const *)b;
    return (x->age > y->age) - (x->age < y->age);
}

static int by_n(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    return (x->n > y->n) - (x->n < y->n);
}

int ages(int a, int b) {
    struct person of[2] = {{a}, {b}};
    struct person *sorted[2] = {&of[0], &of[1]};
    qsort(sorted, 2, sizeof *sorted, by_age);
    if (sorted[0]->age > sorted[1]->age)
    L1:
        return 1;
    if (sorted[0] == &of[1])
    L2:
        return 2;
    return 0;
}

int named(int a, int b, int c) {
    struct entry all[3] = {{"x", a}, {"y", b}, {"z", c}};
    qsort(all, 3, sizeof all[0], by_n);
    if (all[0].n > all[1].n)
    L3:
        return 1;
    if (all[0].name[0] == 'z')
    L4:
        return 2;
    if (all[0].name[0] == 'q')
    L5:
        return 3;
    return 0;
}

int any(struct person **all) {
    if (all[0] == all[1])
        return 0;
    qsort(all, 2, sizeof *all, by_age);
    if (all[0]->age == 3 && all[1]->age == 5)
    L6:
        return 1;
    if (all[0]->age > all[1]->age)
    L7:
        return 2;
    return 0;
}
