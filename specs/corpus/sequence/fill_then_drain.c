// A tank is filled n times by 5 and drained twice as often by 2: n litres are left.
// Level 17 is reached by n = 17. A negative level is not, for the level is n.
// entry: tank  define: LEFT=17  expect: reachable
// entry: tank  define: LEFT=-1  expect: unreachable
extern void reach_error(void);

void tank(int n) {
    int level = 0;
    if (n < 0 || n > 5000)
        return;
    for (int i = 0; i < n; i++)
        level += 5;
    for (int i = 0; i < 2 * n; i++)
        level -= 2;
    if (level == LEFT)
        reach_error();
}
