// An account that may be overdrawn by 100 at most: a withdrawal beyond that is refused.
// Unreachable: the assertion holds in every round. A limit that is checked one too late lets it fail.
// target: assert  define: LIMIT=-100  expect: unreachable
// target: assert  define: LIMIT=-101  expect: reachable
#include <assert.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int balance = 50;
    while (__VERIFIER_nondet_int() != 0) {
        int amount = __VERIFIER_nondet_int();
        if (amount > 0 && amount < 500 && balance - amount >= LIMIT)
            balance -= amount;
        assert(balance >= -100);
    }
    return 0;
}
