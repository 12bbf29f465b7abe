// Sells tickets of four prices to a bus of 40 seats; the takings are between 0 and 40 * 9.
// 201 is reached (33 * 5 + 4 * 9 = 201 with 37 sold); 359 is not: without a full bus of nines it is at most 39 * 9 + 5 = 356.
// define: TAKINGS=201  expect: reachable
// define: TAKINGS=359  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int takings = 0;
    for (int seat = 0; seat < 40; seat++) {
        int kind = __VERIFIER_nondet_int();
        if (kind == 1)
            takings += 9;
        else if (kind == 2)
            takings += 5;
        else if (kind == 3)
            takings += 4;
        else if (kind == 4)
            takings += 2;
    }
    if (takings == TAKINGS)
        reach_error();
    return 0;
}
