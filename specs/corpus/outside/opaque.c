// What a pointer to a type without members leads to is what the program uses it as, also where that leads back.
// entry: plain    target: label:seven  expect: reachable
// entry: checked  target: label:seven  expect: reachable
// entry: checked  target: label:other  expect: unreachable
struct opaque;
struct stream {
    int n;
    struct opaque *state;
};
struct state {
    struct stream *stream;
    int mode, length;
    int *p;
};

int plain(struct stream *s) {
    struct state *state = (struct state *)s->state;
    if (!state || state->mode < 3 || !state->p)
        return 1;
    if (*state->p == 7) {
    seven:
        return 2;
    }
    return 0;
}

int checked(struct stream *s) {
    struct state *state;
    if (!s)
        return 1;
    state = (struct state *)s->state;
    if (!state || state->stream != s || state->mode < 3)
        return 1;
    if (state->p && *state->p == 7 && state->length == 5) {
    seven:
        return 2;
    }
    if (state->stream->n != s->n) {
    other:
        return 3;
    }
    return 0;
}
