// The stride is an input between 2 and 9; the walk from 0 meets 91 exactly if the stride divides it.
// 91 = 7 * 13 is met with stride 7. No stride from 2 to 9 divides the prime 97.
// entry: walk  define: MARK=91  expect: reachable
// entry: walk  define: MARK=97  expect: unreachable
extern void reach_error(void);

void walk(int stride) {
    int at = 0;
    if (stride < 2 || stride > 9)
        return;
    while (at < MARK)
        at += stride;
    if (at == MARK)
        reach_error();
}
