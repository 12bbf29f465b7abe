// A fixed number of months, a starting balance that is an input: the loop adds 36 times 25.
// Reachable with a balance of 100, since 100 + 900 = 1000.
// entry: plan  expect: reachable
extern void reach_error(void);

void plan(int balance) {
    if (balance < 0 || balance > 500)
        return;
    for (int month = 1; month <= 36; month++)
        balance += 25;
    if (balance == 1000)
        reach_error();
}
