// Tries until the device answers 0, at most 7 times; a device that never does is given up.
// After 7 tries without success is reached by answers that are all 1; 8 tries are not made.
// define: TRIES=7  expect: reachable
// define: TRIES=8  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int tries = 0, ok = 0;
    while (tries < 7) {
        tries++;
        if (__VERIFIER_nondet_int() == 0) {
            ok = 1;
            break;
        }
    }
    if (!ok && tries == TRIES)
        reach_error();
    return 0;
}
