// A header that files include by different names is one header; of files with one name, a whole name is the one.
// others: inner/paths.c  target: choice.h:4        expect: reachable
// others: inner/paths.c  target: inner/paths.c:7   expect: reachable
// others: inner/paths.c  target: inner/paths.c:9   expect: unreachable
// others: inner/paths.c  target: 16                expect: reachable
#include "choice.h"
int input(void);
int inside(range);

int main(void) {
    int n = input();
    range r = { choice(1), n };
    if (r.low != 6)
        return 1;
    if (inside(r))
        return 2;
    return 0;
}
