// As return_inside.c, but the check stands before the addition: the last price may go beyond the budget.
// Reachable: 99 spent by 99 prices of 1, then one of 40 in the last iteration of n = 100.
// entry: shop  expect: reachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void shop(int n) {
    int spent = 0;
    for (int i = 0; i < n; i++) {
        int price = __VERIFIER_nondet_int();
        if (price < 1 || price > 40)
            price = 1;
        if (spent >= 100)
            return;
        spent += price;
    }
    if (spent == 139)
        reach_error();
}
