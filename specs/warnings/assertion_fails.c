// expect: reachable  target: assert  entry: main
// A failing assertion is a target of its own.

#include <assert.h>
int main(void) {
    int s = 0;
    for (int i = 0; i < 4; i++)
        s += i;
    assert(s != 6);
    return 0;
}
