// Ten decisions that all add to one sum, 2^10 ways once around the loop: none is independent of the others.
// One round adds at most 1 + 2 + ... + 10 = 55, so five rounds add at most 275.
// define: SUM=137  expect: reachable
// define: SUM=276  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int round = 0; round < 5; round++) {
        if (__VERIFIER_nondet_int()) sum += 1;
        if (__VERIFIER_nondet_int()) sum += 2;
        if (__VERIFIER_nondet_int()) sum += 3;
        if (__VERIFIER_nondet_int()) sum += 4;
        if (__VERIFIER_nondet_int()) sum += 5;
        if (__VERIFIER_nondet_int()) sum += 6;
        if (__VERIFIER_nondet_int()) sum += 7;
        if (__VERIFIER_nondet_int()) sum += 8;
        if (__VERIFIER_nondet_int()) sum += 9;
        if (__VERIFIER_nondet_int()) sum += 10;
    }
    if (sum == SUM)
        reach_error();
    return 0;
}
