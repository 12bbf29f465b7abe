// A window grows by doubling up to 64 and by 1 after that, as in congestion control.
// After r rounds from 1 it is 64 at round 6 and 64 + (r - 6) from there; 80 is reached at round 22, 48 is skipped.
// entry: window  define: SIZE=80  expect: reachable
// entry: window  define: SIZE=48  expect: unreachable
extern void reach_error(void);

void window(int rounds) {
    int size = 1;
    if (rounds > 40)
        return;
    for (int r = 0; r < rounds; r++) {
        if (size < 64)
            size *= 2;
        else
            size++;
    }
    if (size == SIZE)
        reach_error();
}
