// Gears change by one step at a time, from 1 to 6.
// Unreachable: from gear 1 the sixth gear takes 5 changes at least. With 5 it is reached.
// define: CHANGES=4  expect: unreachable
// define: CHANGES=5  expect: reachable
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int gear = 1;
    for (int i = 0; i < CHANGES; i++) {
        if (__VERIFIER_nondet_bool() && gear < 6)
            gear++;
        else if (gear > 1)
            gear--;
    }
    if (gear == 6)
        reach_error();
    return 0;
}
