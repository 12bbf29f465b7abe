// Two pointers are swapped, not what they point to: afterwards a write through p lands in b.
// a keeps 1; b is 2 plus a digit, so it can be 11 and never 12.
// define: B=11  expect: reachable
// define: B=12  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static void swap(int **p, int **q) {
    int *t = *p;
    *p = *q;
    *q = t;
}

int main(void) {
    int a = 1, b = 2, *p = &a, *q = &b;
    int digit = __VERIFIER_nondet_int();
    if (digit < 0 || digit > 9) return 0;
    swap(&p, &q);
    *p += digit;
    *q += 0;
    if (a == 1 && b == B) reach_error();
    return 0;
}
