// Two sensors are read in turn and the difference of their counts is kept; both are read equally often.
// Unreachable: each round adds one sample of each.
// expect: unreachable
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);

int main(void) {
    int light = 0, sound = 0;
    while (__VERIFIER_nondet_uchar() < 200) {
        if (__VERIFIER_nondet_short() > 300)
            light += 2;
        else
            light += 1;
        sound += 1;
    }
    if (light < sound || light > 2 * sound)
        reach_error();
    return 0;
}
