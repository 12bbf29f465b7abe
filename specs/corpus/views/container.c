// From a member to the struct that it is in, along a list.
// target: label:sum   expect: reachable
// target: label:more  expect: unreachable
#include <stddef.h>
extern int __VERIFIER_nondet_int(void);
struct list { struct list *next; };
struct item { int value; struct list link; };
#define item_of(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))

int main(void) {
    struct item a, b;
    a.value = __VERIFIER_nondet_int() % 100, b.value = 7;
    a.link.next = &b.link, b.link.next = 0;
    int s = 0;
    for (struct list *l = &a.link; l; l = l->next) s += item_of(l)->value;
    if (s == 42) { sum: return 1; }
    if (s > 106) { more: return 2; }
    return 0;
}
