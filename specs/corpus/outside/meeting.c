#include <stddef.h>

/* Two pointers into one array: what lies between them. */
int count(const char *p, const char *end) {
    int n = 0;
    while (p < end) {
        if (*p == ',')
            n++;
        p++;
    }
    if (n == 3)
        goto three;
    return n;
three:
    return -1;
}

/* They are compared for equality only, but one is moved until it is the other. */
int until(const char *p, const char *end) {
    int n = 0;
    for (; p != end; p++)
        if (*p == 'x')
            n++;
    if (n == 2)
        goto two;
    return n;
two:
    return -1;
}

int length(const int *p, const int *end) {
    ptrdiff_t d = end - p;
    if (d == 7 && p[6] == 5 && end[-1] == 6)
        goto both;
    if (d == 7 && p[6] == 5)
        goto seven;
    if (d < 0)
        goto before;
    return 0;
both:
    return 3;
seven:
    return 1;
before:
    return 2;
}

int sorted(int *a, int *b, int *c) {
    if (a < b && b < c && c - a == 5 && *b == 7)
        goto yes;
    if (a < b && b < c && c < a)
        goto no;
    return 0;
yes:
    return 1;
no:
    return 2;
}

struct cursor {
    const unsigned char *p, *end;
};

int next(struct cursor *c) {
    if (c->p >= c->end)
        goto empty;
    if (c->end - c->p < 4)
        goto few;
    if (c->p[0] == 0x7f && c->p[1] == 'E')
        goto elf;
    return 0;
empty:
    return -1;
few:
    return -2;
elf:
    return 1;
}

typedef struct {
    char *start, *now, *limit;
} buffer;

int put(buffer b, char c) {
    if (b.now == b.limit)
        goto full;
    if (b.now < b.start)
        goto under;
    *b.now++ = c;
    if (b.now - b.start == 10)
        goto ten;
    return 0;
full:
    return 1;
under:
    return 2;
ten:
    return 3;
}

/* Nothing says that these meet. */
int apart(int *a, int *b) {
    *a = 1;
    *b = 2;
    if (*a == 2)
        goto same;
    return 0;
same:
    return 1;
}

struct node {
    struct node *next, *prev;
    int v;
};

int ring(struct node *h) {
    int n = 0;
    for (struct node *p = h->next; p != h; p = p->next)
        n++;
    if (n == 2)
        goto two;
    return n;
two:
    return -1;
}

int linked(struct node *h) {
    if (h->next && h->next->prev == h)
        goto back;
    return 0;
back:
    return 1;
}

/* What lies in front of a pointer. */
int before(const char *s) {
    if (s[-1] == 'x' && s[0] == 'y')
        goto yes;
    return 0;
yes:
    return 1;
}

int trim(char *end) {
    int n = 0;
    while (*--end == ' ')
        n++;
    if (n == 3)
        goto three;
    return 0;
three:
    return 1;
}

struct list {
    struct list *next;
};

struct holder {
    int a;
    struct list node;
    int z;
};

int holder(struct list *n) {
    struct holder *h = (struct holder *)((char *)n - offsetof(struct holder, node));
    if (h->a == 7)
        goto seven;
    return 0;
seven:
    return 1;
}

struct header {
    unsigned size, tag;
};

int tagged(void *p) {
    struct header *h = (struct header *)p - 1;
    if (h->tag == 0xfeed)
        goto fed;
    return 0;
fed:
    return 1;
}
