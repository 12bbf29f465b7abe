// Pointers that bytes hold: the only one that they can hold, ones of several types in one object, through copies and
// initialisers, and read as a pointer to the first member.
// target: call:wrong  expect: unreachable
// target: call:done   expect: reachable
// target: undefined   expect: unreachable
extern void wrong(void), done(void);
extern void *memcpy(void *, const void *, unsigned long);

struct in { union { int i; unsigned char b[6]; } u; int *p; };
struct several { int n; int *p; struct several *next; int **pp; };
struct pair { int a, b; };
union view { struct pair *s; int *i; };
union mixed { struct pair *s; int *i; long l; };

static int x = 3, y = 4;
static struct pair pair = { 1, 2 };

int main(void) {
    struct in in = { { 1 }, &x };
    if (*in.p != 3 || in.u.b[0] != 1) wrong();

    struct several s = { 2, &x, 0, 0 };
    s.pp = &s.p;
    char buffer[sizeof s];
    memcpy(buffer, &s, sizeof s);
    struct several *t = (struct several *)buffer;
    if (t->n != 2 || *t->p != 3 || t->next || **t->pp != 3) wrong();
    *t->pp = &y;
    if (*s.p != 4 || *t->p != 3) wrong();
    t->next = t;
    if (t->next->next->n != 2) wrong();

    union view view = { &pair };
    if (*view.i != 1 || view.s->b != 2) wrong();
    union mixed mixed = { &pair };
    if (*mixed.i != 1 || mixed.s->b != 2) wrong();
    done();
    return 0;
}
