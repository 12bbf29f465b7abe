// A function and a variable that are said to be other names behind their use; what has such a name in a block is another thing.
// entry: named     target: label:L1  expect: reachable
// entry: again     target: label:L2  expect: reachable
// entry: again     target: label:L3  expect: unreachable
// entry: shadowed  target: label:L4  expect: reachable
static int y;

int other(int n);
int named(int n) {
    if (y == 1)
    L1:
        return 2;
    y = 1;
    return n > 0 ? other(n - 1) : 0;
}
int other(int n) __attribute__((alias("named")));

static int first = 5;
extern int second;

int again(int n) {
    second = n;
    if (first == 3)
    L2:
        return 1;
    if (first != n)
    L3:
        return 2;
    return 0;
}

extern int second __attribute__((alias("first")));

int shadowed(int n) {
    int second = n;
    if (second == 3)
    L4:
        return 1;
    return 0;
}
