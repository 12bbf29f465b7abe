// What the model has no answer for counts only where it is evaluated: the bytes of a pointer as a number.
// target: call:right  expect: reachable
// target: call:never  expect: unreachable
extern int __VERIFIER_nondet_int(void);
extern void right(void), never(void);

union view { int *p; unsigned char b[8]; long n; };
static int x;

int main(void) {
    union view u;
    int is_number = __VERIFIER_nondet_int();
    if (is_number) u.n = 7; else u.p = &x;
    int v = is_number ? u.b[0] : *u.p;
    if (is_number && v != 7 || !is_number && v != 0) never();
    if (v == 7) right();
    return 0;
}
