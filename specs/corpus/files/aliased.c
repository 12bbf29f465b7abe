// What alias.c has by other names.
int advance(void);
extern int so_far;
int calls(void) { return advance(); }
int total(void) { return so_far; }
