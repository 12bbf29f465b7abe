// Compilers may give two literals that say the same one place, or not: no run is followed behind a comparison of these.
// entry: same   target: label:shared  expect: unknown
// entry: same   target: label:asked   expect: reachable
// entry: other  target: label:apart   expect: unreachable
// entry: other  target: label:begins  expect: reachable
int same(int n) {
    const char *p = "text", *q = n == 1 ? "context" : "text";
    if (n == 2 && q == p) {
        shared:
        return 1;
    }
    if (n == 3) {
        asked:
        return 3;
    }
    return 0;
}

int other(int n) {
    const char *p = "text", *r = n ? "other" : "others";
    if (p == r) {
        apart:
        return 2;
    }
    if (r[5] == 's') {
        begins:
        return 3;
    }
    return 0;
}
