// Memory that is compared and never accessed: two allocations are at two addresses.
// entry: in_calls    target: label:same  expect: unreachable
// entry: in_calls    target: label:null  expect: unreachable
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
