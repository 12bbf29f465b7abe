// A list that is summed up, and a struct that only this file knows.
#include "list.h"
int counter;
const int table[] = { 8, 9 };
struct opaque { int x; };
static struct opaque the = { 5 };
struct opaque *get(void) { return &the; }
int peek(struct opaque *o) { return o->x; }
static int helper(int x) { return x - 1; }
int sum(struct list *l) {
    int s = 0;
    counter++;
    while (l) { s += l->value; l = l->next; }
    if (s == 77)
        s = helper(s);
    return s;
}
int first(pair p) { return p.a; }
