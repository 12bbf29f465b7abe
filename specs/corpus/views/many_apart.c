// Blocks of one call of malloc, which is made several times, begin at different addresses, and not where others do; what
// elements of an array from outside point to may be one object where the program asks.
// entry: two     target: label:same    expect: unreachable
// entry: two     target: label:next    expect: reachable
// entry: list    target: label:again   expect: unreachable
// entry: list    target: label:found   expect: reachable
// entry: beside  target: label:same    expect: unreachable
// entry: beside  target: label:apart   expect: reachable
// entry: given   target: label:same    expect: reachable
// entry: given   target: label:apart   expect: reachable
#include <stdint.h>
#include <stdlib.h>

int two(int n) {
    char *a[2];
    for (int i = 0; i < 2; i++)
        a[i] = malloc(8);
    if ((uintptr_t)a[0] == (uintptr_t)a[1]) {
        same:
        return 1;
    }
    if ((uintptr_t)a[0] < (uintptr_t)a[1] && n == 3) {
        next:
        return 2;
    }
    return 0;
}

struct node {
    uintptr_t key;
    struct node *next;
};

int list(int n, int which) {
    struct node *all = 0, *p;
    uintptr_t first = 0, wanted = 0;
    int i, times = 0;
    if (n < 1 || n > 3)
        return 0;
    for (i = 0; i < n; i++) {
        p = calloc(1, sizeof *p);
        p->key = (uintptr_t)p;
        p->next = all;
        all = p;
        if (i == 0)
            first = p->key;
        if (i == which)
            wanted = p->key;
    }
    for (p = all; p; p = p->next)
        times += p->key == wanted;
    if (times > 1) {
        again:
        return 1;
    }
    if (times == 1 && wanted != first) {
        found:
        return 2;
    }
    return 0;
}

int beside(int n) {
    static int x;
    int *p[3], i;
    int *one = malloc(sizeof *one);
    for (i = 0; i < 3; i++)
        p[i] = malloc(sizeof **p);
    i = n & 1;
    if ((uintptr_t)p[i] == (uintptr_t)&x || (uintptr_t)p[i + 1] == (uintptr_t)one) {
        same:
        return 1;
    }
    if ((uintptr_t)p[i] > (uintptr_t)&x && (uintptr_t)p[i] < (uintptr_t)one) {
        apart:
        return 2;
    }
    return 0;
}

struct pair {
    int *one;
};

int given(struct pair *p) {
    if ((uintptr_t)p[0].one == (uintptr_t)p[1].one && p[0].one) {
        same:
        return 1;
    }
    if ((uintptr_t)p[0].one > (uintptr_t)p[1].one && p[1].one) {
        apart:
        return 2;
    }
    return 0;
}
