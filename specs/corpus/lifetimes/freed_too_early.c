// The usual mistake: the node is freed before its successor is read.
// target: label:next  expect: unreachable
// target: label:done  expect: reachable
// target: lifetime  expect: reachable
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);

struct node {
    struct node *next;
};

int main(void) {
    struct node *head = 0;
    if (__VERIFIER_nondet_int()) {
        head = malloc(sizeof *head);
        head->next = 0;
    }
    while (head) {
        free(head);
        head = head->next;
        next: ;
    }
    done: return 0;
}
