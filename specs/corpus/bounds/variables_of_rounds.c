// Variables that are declared anew in each round, with arrays in them and without first values: each is by itself.
// entry: beyond     target: label:in_next      expect: unreachable
// entry: beyond     target: label:in_last      expect: unreachable
// entry: beyond     target: label:in_own       expect: reachable
// entry: beyond     target: bounds             expect: reachable
// entry: addresses  target: label:outer_one    expect: unreachable
// entry: addresses  target: label:both_one     expect: unreachable
// entry: addresses  target: label:one_in_other expect: unreachable
// entry: addresses  target: label:same_again   expect: reachable
struct some {
    int of[3];
    int number;
};

extern int in(void);

int beyond(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        struct some own, *p = &own;
        own.number = i;
        if (i == 2) {
            p++;
            if (p->number == 7) {
            in_next:;
            }
        }
        if (i == 3) {
            p--;
            if (p->number == 2) {
            in_last:;
            }
        }
        if (i == 1 && p->number == 1) {
        in_own:;
        }
        sum += p->number;
    }
    return sum;
}

int addresses(void) {
    int outer = 1;
    unsigned long before = 0;
    for (int i = 0; i < 3; i++) {
        struct some a, b;
        a.number = in();
        b.number = outer;
        if ((unsigned long)&outer == (unsigned long)&a) {
        outer_one:;
        }
        if ((unsigned long)&a == (unsigned long)&b) {
        both_one:;
        }
        if ((unsigned long)&a + 4 == (unsigned long)&b) {
        one_in_other:;
        }
        if (before == (unsigned long)&a) {
        same_again:;
        }
        before = (unsigned long)&a;
    }
    return 0;
}
