// A copy is equal to the original, element by element; an offset of one makes a difference wherever two neighbours do.
// entry: copied  define: SHIFT=0  expect: unreachable
// entry: copied  define: SHIFT=1  expect: reachable
extern void reach_error(void);

void copied(const int from[], int n) {
    int to[64];
    if (n < 0 || n > 64)
        return;
    for (int i = 0; i < n; i++)
        to[i] = from[i];
    for (int i = 0; i + SHIFT < n; i++)
        if (to[i] != from[i + SHIFT])
            reach_error();
}
