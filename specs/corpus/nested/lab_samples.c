// Each of 5 plates has up to 8 wells used; every used well costs 2 and every plate 3.
// The most is 5 * (8 * 2 + 3) = 95. 95 is reached when all wells are used; 96 is too much.
// define: COST=95  expect: reachable
// define: COST=96  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int cost = 0;
    for (int plate = 0; plate < 5; plate++) {
        int wells = __VERIFIER_nondet_int();
        for (int w = 0; w < 8 && w < wells; w++)
            cost += 2;
        cost += 3;
    }
    if (cost >= COST)
        reach_error();
    return 0;
}
