// Three loops in a row count the goods and bad parts of three shifts of 8, 8 and 6 hours.
// With 20 good hours the line is reached (for instance all but the last two); 22 hours are all there are, so 23 is not.
// define: GOOD=20  expect: reachable
// define: GOOD=23  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int good = 0, bad = 0;
    for (int hour = 0; hour < 8; hour++) {
        if (__VERIFIER_nondet_int() > 0) good++; else bad++;
    }
    for (int hour = 0; hour < 8; hour++) {
        if (__VERIFIER_nondet_int() > 0) good++; else bad++;
    }
    for (int hour = 0; hour < 6; hour++) {
        if (__VERIFIER_nondet_int() > 0) good++; else bad++;
    }
    if (good == GOOD && bad == 22 - GOOD)
        reach_error();
    return 0;
}
