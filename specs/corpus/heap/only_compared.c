// Memory that is compared and never accessed: two allocations are at two addresses.
// entry: in_calls    target: label:same  expect: unreachable
// entry: in_calls    target: label:null  expect: unreachable
// entry: in_a_loop   target: label:SAME  expect: unreachable
// entry: in_a_loop   target: label:KEPT  expect: reachable
// entry: given_back  target: label:TOOK  expect: reachable
// entry: given_back  target: label:BOTH  expect: unreachable
#include <stdint.h>
#include <stdlib.h>

static void *first, *last;

static void keep(void) {
    void *now = malloc(1);
    if (!first)
        first = now;
    last = now;
}

int in_calls(int n) {
    keep();
    keep();
    if (first == last)
        goto same;
    if (!first)
        goto null;
    return 0;
null:
    return 2;
same:
    return 1;
}

int in_a_loop(int n) {
    void *old = 0;
    for (int i = 0; i < n; i++) {
        void *now = malloc(1), *before = old;
        if (now == old)
        SAME:
            return 1;
        if (i == 3 && before == old)
        KEPT:
            return 2;
        old = now;
    }
    return 0;
}

/* Memory that was given back may be given again. */
int given_back(void) {
    void *p = malloc(8), *other = malloc(8);
    uintptr_t at = (uintptr_t)p, kept = (uintptr_t)other;
    free(p);
    void *q = malloc(8);
    if ((uintptr_t)q == at)
    TOOK:
        return 1;
    if (at == kept)
    BOTH:
        return 2;
    return 0;
}
