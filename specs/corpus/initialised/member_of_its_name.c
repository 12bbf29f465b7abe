// A member that is called as its variable is: a witness sets the member.
// entry: first  target: label:seven expect: reachable
// entry: second target: label:seven expect: reachable
struct record {
    int t;
};

static int next(const unsigned char *p, struct record *out) {
    if (!p[0])
        return 0;
    out->t = p[0];
    return 1;
}

int first(const unsigned char *b) {
    struct record t;
    int n = 0;
    if (next(b, &t))
        n = t.t;
    if (n == 7)
        goto seven;
    return 0;
seven:
    return 1;
}

int second(const unsigned char *b) {
    const unsigned char *p = b;
    struct record t;
    if (next(p, &t) && t.t == 7)
        goto seven;
    return 0;
seven:
    return 1;
}
