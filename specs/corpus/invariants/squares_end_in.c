// A square leaves 0 or 1 modulo 4, also where it wraps around: its second bit is never set.
// entry: square  define: BIT=2  expect: unreachable
// entry: square  define: BIT=4  expect: reachable
extern void reach_error(void);

void square(unsigned x) {
    unsigned y = x * x;
    if (y & BIT)
        reach_error();
}
