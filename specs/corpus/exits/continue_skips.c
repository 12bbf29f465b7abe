// Negative amounts are skipped by `continue`, so the total of the rest cannot fall.
// Unreachable: only amounts of at least 0 are added, and an overflow would end the path.
// expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 200; i++) {
        int amount = __VERIFIER_nondet_int();
        if (amount < 0)
            continue;
        total += amount;
    }
    if (total < 0)
        reach_error();
    return 0;
}
