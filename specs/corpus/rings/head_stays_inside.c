// A ring of 16 slots whose head moves on by one and is wrapped with a remainder.
// Unreachable: the index is a remainder by 16 before each store.
// entry: log_all  target: bounds  expect: unreachable
extern int __VERIFIER_nondet_int(void);

int log_all(unsigned n) {
    int ring[16];
    unsigned head = 0;
    for (unsigned i = 0; i < n; i++) {
        ring[head] = __VERIFIER_nondet_int();
        head = (head + 1) % 16;
    }
    return ring[0];
}
