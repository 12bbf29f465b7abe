// Volatile memory from outside that nothing reads.
// entry: stored   target: label:end  expect: reachable
// entry: filled   target: label:end  expect: reachable
// entry: member   target: label:end  expect: reachable
// entry: opaque   target: label:same expect: reachable
struct device {
    volatile int command;
};

int stored(volatile int *p, int x) {
    if (!p)
        return -1;
    *p = x;
end:
    return 0;
}

int filled(volatile int *p, int n) {
    for (int i = 0; i < n; i++)
        p[i] = i;
    if (n == 3) {
    end:
        return 1;
    }
    return 0;
}

int member(struct device *d) {
    if (!d)
        return -1;
    d->command = 1;
end:
    return 0;
}

struct hidden;
struct api {
    struct hidden *state, *other;
};

int opaque(struct api *a) {
    if (a->state && a->state == a->other) {
    same:
        return 1;
    }
    return 0;
}
