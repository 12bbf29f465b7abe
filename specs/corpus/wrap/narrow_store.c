// A length is kept in a signed char: 200 becomes -56 and the sign check fails.
// Reachable with a length between 128 and 255; up to 127 it stays what it was.
// entry: keep  define: MOST=255  expect: reachable
// entry: keep  define: MOST=127  expect: unreachable
extern void reach_error(void);

void keep(const char text[], int limit) {
    int n = 0;
    if (limit > MOST)
        return;
    while (n < limit && text[n] != 0)
        n++;
    signed char length = (signed char)n;
    if (length < 0)
        reach_error();
}
