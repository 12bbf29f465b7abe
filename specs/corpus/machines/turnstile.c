// A turnstile: a coin unlocks it, a push when unlocked lets one person pass and locks it again.
// 3 people with 3 coins pass; more people than coins cannot.
// define: EXTRA=0  expect: reachable
// define: EXTRA=1  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int unlocked = 0, coins = 0, people = 0;
    for (int i = 0; i < 10; i++) {
        if (__VERIFIER_nondet_int() > 0) {
            coins++;
            unlocked = 1;
        } else if (unlocked) {
            people++;
            unlocked = 0;
        }
    }
    if (people > 2 && people == coins + EXTRA)
        reach_error();
    return 0;
}
