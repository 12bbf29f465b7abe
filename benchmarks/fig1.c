// Figure 1 of "Efficient loop navigation for symbolic execution".
// target: 19  expect: reachable
// target: 19  expect: unreachable  define: LIMIT=17
#include <assert.h>
#ifndef LIMIT
#define LIMIT 12
#endif

int main(void) {
    int A[15], B[15];
    int a = 0, b = 0;
    for (int i = 0; i < 15; ++i)
        if (A[i] == 1)
            ++a;
    for (int j = 0; j < 15; ++j)
        if (B[j] == 2)
            ++b;
    if (a > LIMIT && a + b == 23)
        assert(0);
    return 0;
}
