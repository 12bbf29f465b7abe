// A question may be asked when none is open, and an answer given when one is; everything else is noise.
// So there are as many answers as questions, or one less, and half of the events can be answers at most. With an even
// number of events that is without any noise, and then there cannot be a single one.
// target: label:unasked  define: EVENTS=4        define: NOISE=0  expect: unreachable
// target: label:unasked  define: EVENTS=1000000  define: NOISE=0  expect: unreachable
// target: label:waiting  define: EVENTS=1000000  define: NOISE=0  expect: reachable
// target: label:half     define: EVENTS=4        define: NOISE=0  expect: reachable
// target: label:half     define: EVENTS=1000000  define: NOISE=0  expect: reachable
// target: label:half     define: EVENTS=1000000  define: NOISE=1  expect: unreachable
// target: label:half     define: EVENTS=999999   define: NOISE=1  expect: reachable
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int open = 0, asked = 0, answered = 0, noise = 0;
    for (int i = 0; i < EVENTS; i++) {
        int event = __VERIFIER_nondet_int();
        if (event == 1 && !open) {
            open = 1;
            asked++;
        } else if (event == 2 && open) {
            open = 0;
            answered++;
        } else {
            noise++;
        }
    }
    if (answered > asked || asked > answered + 1)
        goto unasked;
    if (answered == EVENTS / 2 && noise == NOISE)
        goto half;
    if (asked == answered + 1)
        goto waiting;
    return 0;
unasked:
    return 1;
half:
    return 2;
waiting:
    return 3;
}
