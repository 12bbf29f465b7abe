// The counter of byte_counter.c with fewer steps than it has values.
// Unreachable: after 1 to 255 steps it holds their number.
// entry: tick  expect: unreachable
extern void reach_error(void);

void tick(int n) {
    unsigned char count = 0;
    if (n > 255)
        return;
    for (int i = 0; i < n; i++)
        count++;
    if (n > 0 && count == 0)
        reach_error();
}
