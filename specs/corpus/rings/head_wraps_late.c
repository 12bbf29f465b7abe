// As head_stays_inside.c, but the wrap compares with `>` instead of `>=`: slot 16 is used once per round.
// Reachable with n = 17.
// entry: log_all  target: bounds  expect: reachable
extern int __VERIFIER_nondet_int(void);

int log_all(unsigned n) {
    int ring[16];
    unsigned head = 0;
    for (unsigned i = 0; i < n; i++) {
        ring[head] = __VERIFIER_nondet_int();
        head++;
        if (head > 16)
            head = 0;
    }
    return ring[0];
}
