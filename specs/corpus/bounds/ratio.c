// A ratio of hits to misses divides by zero if every round was a hit.
// Reachable when all 12 rounds hit. With one miss counted from the start it is not.
// target: division  define: FIRST=0  expect: reachable
// target: division  define: FIRST=1  expect: unreachable
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int hits = 0, misses = FIRST;
    for (int round = 0; round < 12; round++) {
        if (__VERIFIER_nondet_int() > 0)
            hits++;
        else
            misses++;
    }
    return 100 * hits / misses;
}
