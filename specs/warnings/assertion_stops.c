// expect: unreachable  target: call:reach_error  entry: main
// After an assertion its condition holds.
extern void reach_error(void);
extern int nd(void);

#include <assert.h>
int main(void) {
    int v = nd();
    assert(v > 3);
    if (v < 2)
        reach_error();
    return 0;
}
