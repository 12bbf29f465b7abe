// Each call has an array of structs of its own, which gets its values where it is declared.
// entry: plain    target: label:same     expect: reachable
// entry: plain    target: label:other    expect: unreachable
// entry: handed   target: label:passed   expect: reachable
// entry: handed   target: label:mixed    expect: unreachable
// entry: inside   target: label:kept     expect: reachable
// entry: inside   target: label:changed  expect: unreachable
// entry: wholes   target: label:whole    expect: reachable
// entry: wholes   target: label:parts    expect: unreachable
struct pair {
    int a;
    int b;
};

static int counts(int n) {
    struct pair l[2] = {{n, -n}, {n + 100}};
    int r = n > 0 ? counts(n - 1) + 1 : 0;
    if (l[0].a == n && l[0].b == -n && l[1].a == n + 100 && l[1].b == 0) {
        if (n == 0) {
            same:
            return 0;
        }
    } else {
        other:
        return -1;
    }
    return r;
}

int plain(void) {
    return counts(12);
}

static int hands(int n, const struct pair *above) {
    struct pair l[3] = {{n}, {n + 1}, {n + 2}};
    if (n > 0)
        return hands(n - 1, l) + above[2].a;
    if (above[0].a == 1 && above[2].a == 3 && l[1].a == 1) {
        passed:
        return 0;
    }
    mixed:
    return 1;
}

int handed(void) {
    struct pair first[3] = {{0}};
    return hands(11, first);
}

struct held {
    int first;
    struct pair l[2][2];
    int last;
};

static int holds(int n) {
    struct held h = {n, {{{n + 1}, {n + 2}}, {{n + 3}, {n + 4, n + 5}}}, n + 6};
    if (n > 0)
        holds(n - 1);
    if (h.first == n && h.l[0][1].a == n + 2 && h.l[1][0].a == n + 3 && h.l[1][1].b == n + 5 && h.last == n + 6) {
        kept:
        return 0;
    }
    changed:
    return 1;
}

int inside(void) {
    return holds(12);
}

/* One element as a whole, the next one part by part. */
static int mixes(int n, struct pair s) {
    struct pair l[3] = {s, s, {n, n}};
    l[0].b++;
    if (n > 0)
        mixes(n - 1, l[1]);
    if (l[2].a == n && l[0].b - l[1].b == 1 && l[1].a == 13) {
        whole:
        return 0;
    }
    parts:
    return 1;
}

int wholes(void) {
    struct pair s = {13};
    return mixes(12, s);
}
