// The function returns inside the loop as soon as the budget is spent, so behind the loop it is not.
// Unreachable: behind the loop no iteration saw spent >= 100, and the last one checked the final value.
// entry: shop  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void shop(int n) {
    int spent = 0;
    for (int i = 0; i < n; i++) {
        int price = __VERIFIER_nondet_int();
        if (price < 1 || price > 40)
            price = 1;
        spent += price;
        if (spent >= 100)
            return;
    }
    if (spent > 100)
        reach_error();
}
