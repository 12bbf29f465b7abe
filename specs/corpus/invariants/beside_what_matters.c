// Loops before the question that change nothing of what it asks: as if they were not there, but for what is undefined in
// them, behind which nothing is reached.
// entry: powers   target: label:not_one     expect: unreachable
// entry: powers   target: label:counted     expect: reachable
// entry: nines    target: label:cast_out    expect: unreachable
// entry: divides  target: label:by_zero     expect: unreachable
// entry: divides  target: label:by_seven    expect: reachable
static int ones(unsigned x) {
    int c = 0;
    while (x) {
        x &= x - 1;
        c++;
    }
    return c;
}

int powers(unsigned x) {
    if (ones(x) == 5) {
        counted: ;
    }
    unsigned v = x;
    v |= v >> 1;
    v |= v >> 2;
    v |= v >> 4;
    v |= v >> 8;
    v |= v >> 16;
    if (v & (v + 1)) {
        not_one:
        return 1;
    }
    return 0;
}

static int steps(int n) {
    int c = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        c++;
    }
    return c;
}

int nines(int n, int k) {
    if (n < 2 || n > 30 || k < 0)
        return 0;
    int asked = steps(n) == 111, sum = 0;
    for (int rest = k; rest > 0; rest /= 10)
        sum += rest % 10;
    if (sum % 9 != k % 9) {
        cast_out:
        return 1;
    }
    return asked;
}

int divides(int n, const int all[8]) {
    int s = 0;
    for (int i = 0; i < 8; i++)
        s += all[i] % n;
    if (n == 0) {
        by_zero:
        return s;
    }
    if (n == 7) {
        by_seven:
        return s;
    }
    return 0;
}
