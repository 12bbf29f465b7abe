// A lamp is toggled by each press and the presses are counted.
// Unreachable: the lamp is on exactly after an odd number of presses.
// expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int on = 0, presses = 0;
    while (__VERIFIER_nondet_int() != 0) {
        on = !on;
        presses++;
    }
    if (on && presses % 2 == 0)
        reach_error();
    return 0;
}
