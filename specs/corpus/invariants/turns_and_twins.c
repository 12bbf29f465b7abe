// Two values change alike in every round, whichever way it goes, so they are equal throughout; what they are is no
// closed form of how often each way was taken. Two others change places in every round, so after an even number of
// rounds each is where it began, which no linear equation says. The error needs the pair to differ or to be swapped;
// with an odd number of rounds it is swapped.
// define: ROUNDS=100000  expect: unreachable
// define: ROUNDS=7  expect: reachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int left = 1, right = 2;
    unsigned twin = 1, other = 1;
    for (int i = 0; i < ROUNDS; i++) {
        int kept = left;
        left = right;
        right = kept;
        if (__VERIFIER_nondet_int()) {
            twin = 2 * twin;
            other = 2 * other;
        } else {
            twin = twin + 3;
            other = other + 3;
        }
    }
    if (left == 2 - (twin != other))
        reach_error();
    return 0;
}
