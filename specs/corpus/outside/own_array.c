// What an opaque pointer leads to has pointers into an array of its own: it is what it is converted to.
// entry: reset  target: label:done   expect: reachable
// entry: reset  target: label:wrong  expect: unreachable
// entry: next   target: label:last   expect: reachable
// entry: next   target: label:other  expect: unreachable
struct internal;
struct stream {
    struct internal *state;
    long total;
};

struct code {
    unsigned char op, bits;
    unsigned short value;
};

struct inner {
    struct stream *owner;
    int mode;
    const struct code *first;
    struct code *next;
    struct code codes[4];
};

int reset(struct stream *s) {
    struct inner *state;
    if (!s || !s->state)
        return 1;
    state = (struct inner *)s->state;
    if (state->owner != s || state->mode < 3 || state->mode > 9)
        return 2;
    s->total = 0;
    state->first = state->next = state->codes;
    state->next++;
    if (state->next == state->codes + 1 && state->first->value == 77) {
        done:
        return 0;
    }
    if (state->next != state->codes + 1) {
        wrong:
        return 3;
    }
    return 4;
}

int next(struct stream *s, int steps) {
    struct inner *state = (struct inner *)s->state;
    if (steps < 0 || steps > 3)
        return 0;
    state->next = state->codes + steps;
    state->codes[3].bits = 5;
    if (state->next->bits == 5 && steps == 3) {
        last:
        return 1;
    }
    if (steps == 3) {
        other:
        return 2;
    }
    return 3;
}
