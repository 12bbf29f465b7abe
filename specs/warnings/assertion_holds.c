// expect: unreachable  target: assert  entry: main
// An assertion that always holds.

#include <assert.h>
int main(void) {
    int s = 0;
    for (int i = 0; i < 4; i++)
        s += i;
    assert(s == 6);
    return 0;
}
