// Where arrays end: behind the last element of a pointer to the whole array, and where the next member of a struct begins.
// entry: whole    target: label:WHOLE    expect: reachable
// entry: rounds   target: label:ROUNDS   expect: reachable
// entry: rounds   target: label:MORE     expect: unreachable
// entry: length   target: label:LENGTH   expect: reachable
// entry: length   target: label:OTHER    expect: unreachable
// entry: equal    target: label:EQUAL    expect: reachable
// entry: table    target: label:TABLE    expect: reachable
// entry: next     target: label:NEXT     expect: reachable
// entry: next     target: label:BEFORE   expect: unreachable
// entry: scan     target: label:SCAN     expect: reachable
// entry: scan     target: label:EARLY    expect: unreachable
// entry: walk     target: label:WALK     expect: reachable
// entry: walk     target: label:FAR      expect: unreachable
// entry: apart    target: label:APART    expect: unreachable
// entry: rows     target: label:ROWS     expect: reachable
// entry: rows     target: label:ORDER    expect: reachable
// entry: rows     target: label:SKIPPED  expect: unreachable
// entry: behind   target: label:BEHIND   expect: reachable
// entry: behind   target: label:INNER    expect: unreachable
// entry: made     target: label:MADE     expect: reachable
// entry: made     target: label:UNMADE   expect: unreachable
// entry: whole_and_part  target: label:SAME     expect: reachable
// entry: whole_and_part  target: label:DIFFERS  expect: unreachable
// entry: numbers         target: label:NUMBERS  expect: reachable
// entry: numbers         target: label:NONE     expect: unreachable
// entry: nested          target: label:ONE      expect: reachable
// entry: nested          target: label:GAP      expect: unreachable
#include <stdint.h>
#include <stdlib.h>
struct s {
    int a[2], b[2];
};
struct row {
    int cells[3];
};
struct two {
    int x, y;
};
struct outer {
    struct {
        char c[3];
        char d;
    } in[2];
    char e[4];
};
struct holder {
    int n;
    struct s *all;
};
struct file {
    char tag[8], name[8];
};
static int first[2] = {1}, second[2] = {2};

int whole(void) {
    int a[4] = {1, 2, 3, 4};
    int *end = (int *)(&a + 1);
    if (end[-1] == 4)
    WHOLE:
        return 1;
    return 0;
}

int rounds(int k) {
    int a[8] = {[7] = k}, sum = 0, n = 0;
    for (int *q = a; q != (int *)(&a + 1); q++, n++)
        sum += *q & 1;
    if (sum == 1)
    ROUNDS:
        return n;
    if (n != 8)
    MORE:
        return n;
    return 0;
}

int length(void) {
    char text[8] = "abc", (*p)[8] = &text;
    if ((char *)(p + 1) - text == 8)
    LENGTH:
        return 1;
    else
    OTHER:
        return 2;
}

int equal(int k) {
    int x[2] = {k}, (*p)[2] = &x;
    if ((int *)(p + 1) == x + 2)
    EQUAL:
        return x[0];
    return 0;
}

int table(int k) {
    int t[2][3] = {{0, 1, 2}, {3, 4, k}};
    int *end = (int *)(&t + 1);
    if (end[-1] == 7 && end[-4] == 2)
    TABLE:
        return 1;
    return 0;
}

int next(void) {
    struct s s = {{1}};
    if (s.a + 2 == s.b)
    NEXT:
        s.a[1] = 1;
    if (s.a + 2 < s.b || s.a + 1 == s.b)
    BEFORE:
        return 1;
    return s.a[0];
}

int scan(struct file *f) {
    char *p = f->tag;
    while (p < f->tag + 8 && *p)
        p++;
    if (p == f->name)
    SCAN:
        return 1;
    if (p != f->name && f->tag[0] && f->tag[1] && f->tag[2] && f->tag[3] && f->tag[4] && f->tag[5] && f->tag[6] &&
        f->tag[7])
    EARLY:
        return 2;
    return f->name[0];
}

int walk(struct s *s) {
    int n = 0;
    for (int *p = s->a; p != s->b; p++)
        n++;
    if (n == 2)
    WALK:
        return n;
    if (n > 2)
    FAR:
        return n;
    return 0;
}

int apart(void) {
    if (first + 2 == second || second + 2 == first)
    APART:
        return 1;
    return 0;
}

int rows(int i) {
    struct row t[3] = {{{1}}};
    if (i < 0 || i > 1)
        return 0;
    if (t[i].cells + 3 == t[1].cells)
    ROWS:
        return 1;
    if (t[i].cells + 2 < t[2].cells && t[2].cells > t[i].cells)
    ORDER:
        return 2;
    if (t[i].cells + 3 == t[2].cells && i == 0)
    SKIPPED:
        return 3;
    return 0;
}

int behind(struct holder *h, int i) {
    if (h->n < 2 || i < 0 || i > 1)
        return 0;
    if (h->all[0].a + 2 == h->all[0].b && h->all[0].b + 2 == h->all[i].a)
    BEHIND:
        return 1;
    if (h->all[i].a + 1 == h->all[i].b || h->all[0].b + 2 == h->all[1].b)
    INNER:
        return 2;
    return 0;
}

int made(unsigned n) {
    if (n < 2 || n > 9)
        return 0;
    struct s *all = malloc(n * sizeof *all);
    all[0].a[0] = all[1].b[1] = 1;
    if (all[0].b + 2 == all[1].a && all[1].a + 2 == all[1].b)
    MADE:
        return 1;
    if (all[0].b + 2 == all[1].b || all[0].a + 2 < all[0].b)
    UNMADE:
        return 2;
    return 0;
}

int whole_and_part(void) {
    struct two s = {1, 5};
    int m[3][4] = {{1}}, (*p)[4] = m;
    if ((int *)(&s.y + 1) == (int *)(&s + 1) && (void *)p < (void *)(&m + 1))
    SAME:
        s.x = 2;
    if ((char *)(&s.y + 1) != (char *)(&s + 1) || (void *)(&s.x + 1) != (void *)&s.y || (void *)&s.x != (void *)&s ||
        (void *)(&s + 1) < (void *)&s.y || (uintptr_t)(&s.x + 1) != (uintptr_t)&s.y)
    DIFFERS:
        return 1;
    return s.x;
}

int nested(struct outer *s, int n) {
    if (n < 0 || n > 1)
        return 0;
    if (&s->in[n].d + 1 == s->e)
    ONE:
        return 1;
    if (&s->in[0].d + 1 != s->in[1].c)
    GAP:
        return 2;
    return 0;
}

int numbers(void) {
    struct two s = {1, 2};
    int x = 1, t[4] = {0};
    uintptr_t rounds = 0;
    for (uintptr_t p = (uintptr_t)t; p < (uintptr_t)(&t + 1); p += sizeof t[0])
        rounds++;
    if (rounds == 4 && (uintptr_t)(&s + 1) - (uintptr_t)&s == sizeof s && (uintptr_t)(&x + 1) - (uintptr_t)&x == 4)
    NUMBERS:
        return s.x;
    if ((uintptr_t)(t + 4) != (uintptr_t)(&t + 1) || (uintptr_t)&t[3] + 4 != (uintptr_t)(&t + 1))
    NONE:
        return x;
    return 0;
}
