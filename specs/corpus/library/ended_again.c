// What leads back in front of where the model ends: jumps in `asm` and in what is not read, and other names of the function.
// entry: jumps   target: label:L1  expect: reachable  expect_today: unknown
// entry: named   target: label:L2  expect: reachable
// entry: around  target: label:L3  expect: reachable  expect_today: unknown
static int x, y;

int jumps(int n) {
    x = n & 2;
back:
    if (x & 1)
    L1:
        return 1;
    asm goto("btsl $0, %0; jmp %l[back]" : "+m"(x) : : : back);
    return 0;
}

int other(int n);
int named(int n) {
    if (y == 1)
    L2:
        return 2;
    y = 1;
    return n > 0 ? other(n - 1) : 0;
}
int other(int n) __attribute__((alias("named")));

int around(int n) {
    long double q = 0;
    int i, s = 0;
    for (i = 0; i < n; i++) {
        if (s == 1)
        L3:
            return 3;
        s = (int)(q + 1);
    }
    return s;
}
