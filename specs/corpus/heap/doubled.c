// Memory that grows as it is filled, by doubling: few ways, each with other memory.
// entry: fill  target: label:lost   expect: unreachable
// entry: fill  target: label:third  expect: reachable
#include <stdlib.h>

struct list {
    int *at;
    size_t count, room;
};

static int push(struct list *l, int v) {
    if (l->count == l->room) {
        size_t room = l->room ? 2 * l->room : 1;
        int *more = realloc(l->at, room * sizeof *more);
        if (!more)
            return 0;
        l->at = more;
        l->room = room;
    }
    l->at[l->count++] = v;
    return 1;
}

int fill(unsigned n, int first) {
    struct list l = {0, 0, 0};
    if (n > 4 || first < 0 || first > 1000)
        return -1;
    for (unsigned i = 0; i < n; i++)
        if (!push(&l, first + (int)i))
            return -2;
    if (n > 0 && l.at[n - 1] != first + (int)n - 1) {
    lost:
        return -3;
    }
    if (n == 3 && l.room == 4 && l.at[2] == 9) {
    third:
        return 3;
    }
    free(l.at);
    return 0;
}
