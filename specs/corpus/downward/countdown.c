// Counts down from the input by 7 as long as the rest is at least 7: the rest is the remainder by 7.
// Rest 6 is reached from 6 itself; 7 is not a rest, since the loop would go on.
// entry: countdown  define: REST=6  expect: reachable
// entry: countdown  define: REST=7  expect: unreachable
extern void reach_error(void);

void countdown(int n) {
    if (n < 0)
        return;
    while (n >= 7)
        n -= 7;
    if (n == REST)
        reach_error();
}
