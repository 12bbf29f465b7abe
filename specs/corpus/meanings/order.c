// Two accesses without an order, one of them a store, are undefined; calls have an order.
// target: order  expect: reachable
// target: call:behind  expect: unreachable
// target: call:before  expect: reachable
extern void before(void), behind(void);
static int n;
static int step(void) { return n++; }

int main(void) {
    int a[2] = { 0, 0 }, i = 0;
    a[i] = step() + step();
    if (a[0] == 1 && n == 2) before();
    i = i++ + 1;
    behind();
    return 0;
}
