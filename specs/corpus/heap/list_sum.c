// Three digits in a list add up to at most 27.
// define: SUM=27  expect: reachable
// define: SUM=28  expect: unreachable
extern void *malloc(unsigned long);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
    int digit;
    struct node *next;
};

int main(void) {
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        n->digit = __VERIFIER_nondet_int();
        if (n->digit < 0 || n->digit > 9) return 0;
        n->next = list;
        list = n;
    }
    int sum = 0;
    for (struct node *n = list; n; n = n->next) sum += n->digit;
    if (sum == SUM) reach_error();
    return 0;
}
