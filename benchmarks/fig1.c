// Figure 1 of "Efficient loop navigation for symbolic execution".
// The questions, with the limit as it is and with one that cannot be passed,
// are in specs/papers/fig1.yaml.
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
