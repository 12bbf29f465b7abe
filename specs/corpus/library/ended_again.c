// What leads back in front of where the model ends: jumps in `asm` and loops.
// entry: jumps   target: label:L1  expect: reachable  expect_today: unknown
// entry: around  target: label:L3  expect: reachable  expect_today: unknown
static int x;

int jumps(int n) {
    x = n & 2;
back:
    if (x & 1)
    L1:
        return 1;
    asm goto("btsl $0, %0; jmp %l[back]" : "+m"(x) : : : back);
    return 0;
}

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
