// The plan of savings_plan.c with a goal out of its reach: a balance of at most 500 grows by exactly 900.
// Unreachable: 500 + 900 = 1400 is the most there can be.
// entry: plan  expect: unreachable
extern void reach_error(void);

void plan(int balance) {
    if (balance < 0 || balance > 500)
        return;
    for (int month = 1; month <= 36; month++)
        balance += 25;
    if (balance > 1400)
        reach_error();
}
