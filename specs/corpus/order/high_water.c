// A queue grows by arrivals and shrinks by departures that happen only when somebody waits; the largest length is kept.
// Unreachable: the peak was the length at some time and is updated after every arrival, so the length is never above it.
// expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int length = 0, peak = 0;
    while (__VERIFIER_nondet_int() >= 0) {
        if (__VERIFIER_nondet_int() > 0) {
            length++;
            if (length > peak)
                peak = length;
        } else if (length > 0) {
            length--;
        }
    }
    if (length > peak)
        reach_error();
    return 0;
}
