// Pointers that nobody stored, alone and in arrays, and conditions in expressions.
// target: uninitialised@15  expect: reachable
// target: uninitialised@17  expect: reachable
// target: uninitialised@20  expect: unreachable
// target: uninitialised@22  expect: reachable
// target: uninitialised@24  expect: reachable
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), x = 3, y, *p, *q, *all[3];
    double d;
    if (n > 5)
        p = &x;
    if (n == 4)
        return *p;
    if (n == 3)
        x = p ? 1 : 2;
    all[1] = &x;
    if (n == 2)
        return *all[1];
    if (n == 1)
        return *all[2];
    if (n == 0)
        x = d > 1 ? 1 : 2;
    q = p;
    y = q == &x;
    return x == 7;
}
