// Functions of the library that allocate memory themselves may find none: they say so, and what there was before stays.
// target: label:kept       entry: grows    world: malloc=may-fail  expect: reachable
// target: label:kept       entry: grows    expect: unreachable
// target: label:lost       entry: grows    world: malloc=may-fail  expect: unreachable
// target: null             entry: grows    world: malloc=may-fail  expect: unreachable
// target: label:array      entry: grows_array  world: malloc=may-fail  expect: reachable
// target: null             entry: grows_array  world: malloc=may-fail  expect: unreachable
// target: label:copy       entry: copies   world: malloc=may-fail  expect: reachable
// target: label:part       entry: copies   world: malloc=may-fail  expect: reachable
// target: null             entry: copies   world: malloc=may-fail  expect: unreachable
// target: leak             entry: copies   world: malloc=may-fail  expect: unreachable
// target: label:aligned    entry: aligns   world: malloc=may-fail  expect: reachable
// target: label:put        entry: aligns   world: malloc=may-fail  expect: reachable
// target: label:aligned    entry: aligns   expect: unreachable
// target: label:unwritten  entry: writes   world: malloc=may-fail  expect: reachable
// target: label:unwritten  entry: writes   expect: unreachable
// target: null             entry: writes   world: malloc=may-fail  expect: unreachable
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int grows(void) {
    char *p = malloc(4);
    if (!p)
        return 1;
    p[0] = 9;
    char *r = realloc(p, 8);
    if (!r) {
        if (p[0] != 9) {
        lost:
            return 3;
        }
        free(p);
    kept:
        return 2;
    }
    free(r);
    return 0;
}

int grows_array(void) {
    int *p = calloc(2, sizeof *p);
    if (!p)
        return 1;
    p[0] = 7;
    int *r = reallocarray(p, 4, sizeof *p);
    if (!r) {
    array:
        return 2;
    }
    return r[0];
}

int copies(const char *s) {
    char *all = strdup(s), *some;
    if (!all) {
    copy:
        return 1;
    }
    some = strndup(s, 3);
    if (!some) {
    part:
        free(all);
        return 2;
    }
    free(some);
    free(all);
    return 0;
}

int aligns(void) {
    void *p = aligned_alloc(16, 32), *q;
    if (!p) {
    aligned:
        return 1;
    }
    free(p);
    if (posix_memalign(&q, 16, 32)) {
    put:
        return 2;
    }
    free(q);
    return 0;
}

int writes(int n) {
    char *text;
    if (asprintf(&text, "%d", n) < 0) {
    unwritten:
        return 1;
    }
    free(text);
    return 0;
}
