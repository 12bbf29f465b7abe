// A machine fills for STAGE ticks, cooks for STAGE ticks, and idles for the rest.
// With three times STAGE ticks it idles for STAGE; with half of that it is still in the middle of cooking.
// target: label:idle     define: STAGE=2        define: TICKS=6        expect: reachable
// target: label:idle     define: STAGE=2        define: TICKS=5        expect: unreachable
// target: label:idle     define: STAGE=1000000  define: TICKS=3000000  expect: reachable
// target: label:idle     define: STAGE=1000000  define: TICKS=2999999  expect: unreachable
// target: label:cooking  define: STAGE=1000000  define: TICKS=1500000  expect: reachable
// target: label:cooking  define: STAGE=1000000  define: TICKS=2000000  expect: unreachable
int main(void) {
    int stage = 0, filled = 0, cooked = 0, idled = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        if (stage == 0) {
            filled++;
            if (filled == STAGE)
                stage = 1;
        } else if (stage == 1) {
            cooked++;
            if (cooked == STAGE)
                stage = 2;
        } else {
            idled++;
        }
    }
    if (idled == STAGE)
        goto idle;
    if (stage == 1)
        goto cooking;
    return 0;
idle:
    return 1;
cooking:
    return 2;
}
