// The store goes to one of two variables, never to both: their sum is 7, and both are never changed.
// define: BOTH=0  expect: reachable
// define: BOTH=1  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a = 0, b = 0;
    int *p = __VERIFIER_nondet_int() ? &a : &b;
    *p = 7;
    if (BOTH ? a == 7 && b == 7 : a + b == 7) reach_error();
    return 0;
}
