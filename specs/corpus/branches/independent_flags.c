// Three independent decisions in each round, eight ways round the loop; a round that takes all three earns a bonus.
// Unreachable: a bonus needs all three in the same round, so there are not more bonuses than first decisions.
// entry: rounds  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void rounds(int n) {
    int first = 0, bonus = 0;
    for (int i = 0; i < n; i++) {
        int taken = 0;
        if (__VERIFIER_nondet_int() > 0) { taken++; first++; }
        if (__VERIFIER_nondet_int() > 0) taken++;
        if (__VERIFIER_nondet_int() > 0) taken++;
        if (taken == 3)
            bonus++;
    }
    if (bonus > first)
        reach_error();
}
