// A machine takes coins of 1, 2 and 5 and rejects others; it stops when at least 10 are in it.
// It holds at most 9 + 5 = 14: 14 is reached (5, 2, 2, 5), 15 is not.
// define: MONEY=14  expect: reachable
// define: MONEY=15  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int money = 0;
    while (money < 10) {
        switch (__VERIFIER_nondet_int()) {
        case 1: money += 1; break;
        case 2: money += 2; break;
        case 5: money += 5; break;
        default: break;
        }
    }
    if (money == MONEY)
        reach_error();
    return 0;
}
