// The pointer keeps the local of the first call, which lives until that call returns: the last call reads 3 there,
// not its own 0, although each call is the last thing the one before it does.
// define: VALUE=3  expect: reachable
// define: VALUE=0  expect: unreachable
extern void reach_error(void);

static int *first;

static int descend(int n) {
    int own = n;
    if (!first) first = &own;
    if (n == 0) return *first;
    return descend(n - 1);
}

int main(void) {
    if (descend(3) == VALUE) reach_error();
    return 0;
}
