// The parameter without a name has an argument of its own: n is 5, 4, 3 and so on, and never the 70 in front of it.
// entry: descend  target: label:SMALLER  expect: reachable
// entry: descend  target: label:OTHER    expect: unreachable
static int started;

int descend(int, int n) {
    if (!started) {
        if (n != 5) return 0;
        started = 1;
    }
    if (n == 3) {
    SMALLER:
        return 1;
    }
    if (n == 70) {
    OTHER:
        return 2;
    }
    return descend(70, n - 1);
}
