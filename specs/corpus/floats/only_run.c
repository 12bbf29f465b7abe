// A program that reads nothing has one run, but the last digits of a power are the library's: the run of one machine says
// nothing of others. What every library computes alike is excluded by it.
// target: label:digits  expect: unknown  timeout: 2s
// target: label:exact   define: EXACT  expect: unreachable
#include <math.h>

int main(void) {
    double sum = 0;
    for (int i = 0; i < 10; i++) sum += 0.1;
    if (sum == 1) { exact: return 1; }
#ifndef EXACT
    double root = pow(32.0, 1.0 / 3.0);
    if (root > 3.1748021039363992) { digits: return 2; }
#endif
    return 0;
}
