// A list is freed node by node, each read before it is freed; what still points to the last one must not be followed.
// target: label:all  expect: reachable
// target: label:last  expect: unreachable
// target: lifetime  expect: reachable
// target: double-free  expect: unreachable
// target: invalid-free  expect: unreachable
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *head = 0;
    int n = __VERIFIER_nondet_int();
    if (n < 2 || n > 4) return 0;
    for (int i = 0; i < n; i++) {
        struct node *x = malloc(sizeof *x);
        x->next = head;
        x->value = i;
        head = x;
    }
    struct node *first = head;
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    all: ;
    if (n == 3 && first->value == 2) last: ;
    return 0;
}
