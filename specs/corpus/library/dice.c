// rand is not negative, so each throw is 1 to 6 and ten of them are 10 to 60.
// define: SUM=60  expect: reachable
// define: SUM=61  expect: unreachable
// define: SUM=9  expect: unreachable
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) sum += rand() % 6 + 1;
    if (sum == SUM) reach_error();
    return 0;
}
