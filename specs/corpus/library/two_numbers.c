// Two equal numbers have an even sum. What scanf could not read it leaves as it was: the second stays 5 where only one
// number came.
// define: SUM=10  expect: reachable
// define: SUM=11  expect: unreachable
// target: label:CHANGED  define: SUM=10  expect: unreachable
// target: label:KEPT  define: SUM=10  expect: reachable
#include <stdio.h>
extern void reach_error(void);

int main(void) {
    int a = 5, b = 5;
    int read = scanf("%d %d", &a, &b);
    if (read == 2) {
        if (a == b && a + b == SUM) reach_error();
        return 0;
    }
    if (b != 5) {
    CHANGED:
        return 1;
    }
    if (read == 1 && a == 7) {
    KEPT:
        return 2;
    }
    return 0;
}
