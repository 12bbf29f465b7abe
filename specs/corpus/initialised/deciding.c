// A value that nobody stored is an error where it decides something, or whether something is defined, and only there.
// target: uninitialised@17  expect: reachable
// target: uninitialised@19  expect: unreachable
// target: uninitialised@21  expect: unreachable
// target: uninitialised@23  expect: unreachable
// target: uninitialised@24  expect: unreachable
// target: uninitialised@28  expect: reachable
// target: uninitialised@32  expect: reachable
// target: label:after  expect: reachable
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int a, b, c, kept;
    if (n > 3)
        a = 5;
    if (n == 2 && a == 5)
        return 1;
    if (n > 3 && a == 5)
        return 2;
    b = n & 1 ? c : n;
    /* Nothing of it is used. */
    kept = c;
    int copy = kept;
    (void)copy;
    if (n == -7) {
        c = 1;
        if (copy == b)
        after: ;
    }
    if (n == -8)
        return 3 / a;
    return 0;
}
