// From an odd start, steps of +2 and -4 in any order: the position stays odd.
// Unreachable: 10 is even. The pair below starts at an even place.
// define: START=1  expect: unreachable
// define: START=2  expect: reachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int place = START;
    while (__VERIFIER_nondet_int() > 0) {
        if (__VERIFIER_nondet_int() > 0)
            place += 2;
        else
            place -= 4;
    }
    if (place == 10)
        reach_error();
    return 0;
}
