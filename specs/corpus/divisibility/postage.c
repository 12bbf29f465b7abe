// Stamps of 4 and of 6 cents: every sum of them is even.
// 38 is reached (4 * 5 + 6 * 3); 39 is odd. 2 is even, too, but smaller than each stamp.
// define: CENTS=38  expect: reachable
// define: CENTS=39  expect: unreachable
// define: CENTS=2  expect: unreachable
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int cents = 0;
    while (__VERIFIER_nondet_bool()) {
        if (__VERIFIER_nondet_int() < 0)
            cents += 4;
        else
            cents += 6;
    }
    if (cents == CENTS)
        reach_error();
    return 0;
}
