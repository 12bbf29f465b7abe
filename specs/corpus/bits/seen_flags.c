// Remembers which of 6 options were given as bits of a mask, as a command line does.
// All six are reached by giving each once; with 5 arguments one of them is missing.
// define: ARGUMENTS=6  expect: reachable
// define: ARGUMENTS=5  expect: unreachable
extern void reach_error(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int seen = 0;
    for (int i = 0; i < ARGUMENTS; i++) {
        char option = __VERIFIER_nondet_char();
        if (option >= 'a' && option <= 'f')
            seen |= 1 << (option - 'a');
    }
    if (seen == 63)
        reach_error();
    return 0;
}
