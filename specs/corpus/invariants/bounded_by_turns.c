// At most one hit a turn, and at most as many turns as allowed: hits stay within them, whoever decides.
// entry: game  define: BEYOND=0  expect: unreachable
// entry: game  define: BEYOND=-1  expect: reachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void game(int turns) {
    int hits = 0, misses = 0, turn = 0;
    if (turns < 0)
        return;
    while (turn < turns) {
        if (__VERIFIER_nondet_int())
            hits++;
        else if (__VERIFIER_nondet_int())
            misses++;
        turn++;
    }
    if (hits + misses > turns + BEYOND)
        reach_error();
}
