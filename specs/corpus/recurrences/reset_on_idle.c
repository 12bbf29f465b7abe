// Counts busy rounds in a row; an idle one resets the count, and 5 in a row set off the alarm.
// Reachable with 5 busy rounds together. With 12 rounds of which each third is idle by the clock, there are never 5 in a row.
// define: CLOCK=0  expect: reachable
// define: CLOCK=1  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int in_a_row = 0, alarm = 0;
    for (int round = 0; round < 12; round++) {
        if (__VERIFIER_nondet_int() > 0 && !(CLOCK && round % 3 == 2))
            in_a_row++;
        else
            in_a_row = 0;
        if (in_a_row == 5)
            alarm = 1;
    }
    if (alarm)
        reach_error();
    return 0;
}
