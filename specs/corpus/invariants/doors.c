// The state of a door and what was counted in it belong together: an alarm needs three knocks at a closed door.
// define: LEAST=3  expect: unreachable
// define: LEAST=4  expect: reachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int open = 0, knocks = 0, alarm = 0;
    while (__VERIFIER_nondet_int()) {
        if (open) {
            open = __VERIFIER_nondet_int() != 0;
            knocks = 0;
        } else if (knocks < 3) {
            knocks++;
        } else if (__VERIFIER_nondet_int()) {
            alarm = 1;
        } else {
            open = 1;
            knocks = 0;
            alarm = 0;
        }
    }
    if (alarm && knocks < LEAST)
        reach_error();
    return 0;
}
