// Seven are taken from a balance each week until nothing is left, and three stamps are given for it.
// Stamps are three times the weeks, and the weeks a seventh of the balance, rounded up: at most 306783379 for an int.
// define: STAMPS=30         expect: reachable
// define: STAMPS=31         expect: unreachable
// define: STAMPS=920350137  expect: reachable
// define: STAMPS=920350140  expect: unreachable
extern void reach_error(void);

int main(void) {
    int balance, stamps = 0;
    if (balance < 0)
        return 0;
    while (balance > 0) {
        balance -= 7;
        stamps += 3;
    }
    if (stamps == STAMPS)
        reach_error();
    return 0;
}
