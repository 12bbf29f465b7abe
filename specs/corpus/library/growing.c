// realloc keeps what fits of what was there, and the new memory is as large as it was asked for.
// target: label:LOST  expect: unreachable
// target: label:THERE  expect: reachable
// target: bounds  expect: unreachable
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int size = 0, room = 2, n = __VERIFIER_nondet_int();
    int *a = malloc(room * sizeof *a);
    if (n < 0 || n > 4) return 0;
    for (int i = 0; i < n; i++) {
        if (size == room) {
            room = 4;
            a = realloc(a, room * sizeof *a);
        }
        a[size++] = 10 * i;
    }
    if (n == 4 && a[1] == 10 && a[3] == 30) {
    THERE:
        return 1;
    }
    if (n > 1 && a[1] != 10) {
    LOST:
        return 2;
    }
    return 0;
}
