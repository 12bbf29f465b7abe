#include <stddef.h>

struct buffer { char *data; size_t len, cap; };
struct stream { struct buffer buf; struct stream *next; };

int put(struct stream *s, char c) {
    if (s->buf.len < s->buf.cap) {
        s->buf.data[s->buf.len++] = c;
        goto stored;
    }
    return 0;
stored:
    return 1;
}

int pass(struct stream *s) {
    return s->next->buf.data[s->next->buf.len];
}
