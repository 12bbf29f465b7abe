// A timer fires after 500000 ticks at the latest.
// Unreachable: the loop is left at ticks = 500000, so one tick more never is. 500000 itself is what it ends with.
// define: TICKS=500001  expect: unreachable
// define: TICKS=500000  expect: reachable
extern void reach_error(void);

int main(void) {
    int ticks = 0;
    while (ticks < 500000)
        ticks++;
    if (ticks == TICKS)
        reach_error();
    return 0;
}
