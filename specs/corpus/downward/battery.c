// A battery of 900 units loses 4 in an idle hour and 7 in a busy one and is left at once when it is below 7.
// It ends between 0 and 6: 6 is reached (900 - 6 = 894 = 7 * 126 + 4 * 3), a negative charge is not.
// define: CHARGE=6  expect: reachable
// define: CHARGE=-1  expect: unreachable
extern void reach_error(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
    int charge = 900;
    while (charge >= 7) {
        if (__VERIFIER_nondet_bool())
            charge -= 7;
        else
            charge -= 4;
    }
    if (charge == CHARGE)
        reach_error();
    return 0;
}
