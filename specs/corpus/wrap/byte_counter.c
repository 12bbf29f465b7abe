// A counter of one byte is back at 0 after 256 steps.
// Reachable with n = 256: the counter is 0 although steps were made.
// entry: tick  expect: reachable
extern void reach_error(void);

void tick(int n) {
    unsigned char count = 0;
    for (int i = 0; i < n; i++)
        count++;
    if (n > 0 && count == 0)
        reach_error();
}
