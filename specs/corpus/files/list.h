#ifndef LIST_H
#define LIST_H
struct list { struct list *next; int value; };
typedef struct { int a, b; } pair;
struct opaque;
struct opaque *get(void);
int peek(struct opaque *o);
int sum(struct list *l);
int first(pair p);
extern int counter;
extern const int table[];
static inline int twice(int x) { return 2 * x; }
#endif
