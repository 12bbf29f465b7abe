// Bytes between the members of a struct hold anything after one was stored or the struct was copied (C11 6.2.6.1p6);
// until then, and in what memcpy makes, they are what they were.
// target: label:member     entry: member    expect: reachable
// target: label:before     entry: member    expect: unreachable
// target: label:behind     entry: member    expect: unreachable
// target: label:copied     entry: copied    expect: reachable
// target: label:same       entry: same      expect: unreachable
// target: label:listed     entry: listed    expect: reachable
// target: label:tail       entry: tail      expect: reachable
// target: label:kept       entry: tail      expect: unreachable
// target: label:inner      entry: inner     expect: reachable
// target: label:outer      entry: inner     expect: unreachable
#include <string.h>

struct pair { char c; int i; };
struct tagged { int kind; union { long number; struct pair pair; } u; };

static struct pair g;

/* Nothing was stored to g yet: what lives as long as the program is 0, its padding included. */
int member(void) {
    unsigned char *p = (unsigned char *)&g;
    if (p[2] != 0) { before: return 1; }
    g.i = 7;
    if (p[2] == 9) { member: return 2; }
    if (p[0] != 0 || p[4] != 7) { behind: return 3; }
    return 0;
}

int copied(void) {
    struct pair a, b;
    memset(&a, 0, sizeof a);
    b = a;
    if (memcmp(&a, &b, sizeof a) != 0) { copied: return 1; }
    return 0;
}

int same(void) {
    struct pair a, b;
    memset(&a, 0, sizeof a);
    a.c = 1;
    memcpy(&b, &a, sizeof b);
    if (memcmp(&a, &b, sizeof a) != 0) { same: return 1; }
    return 0;
}

int listed(void) {
    struct pair a = { 1, 2 };
    if (((unsigned char *)&a)[3] == 5) { listed: return 1; }
    return 0;
}

struct last { int i; char c; };

int tail(void) {
    struct last a[2];
    memset(a, 1, sizeof a);
    a[0].c = 0;
    if (((unsigned char *)a)[7] == 3) { tail: return 1; }
    if (((unsigned char *)a)[15] != 1) { kept: return 2; }
    return 0;
}

/* Of what surrounds the member, as it was named, all padding; the other member of the union is as long. */
int inner(struct tagged *t) {
    memset(t, 0, sizeof *t);
    t->u.pair.c = 1;
    if (((unsigned char *)t)[6] == 4 && t->u.number == 0x201) { inner: return 1; }
    if (t->kind != 0) { outer: return 2; }
    return 0;
}
