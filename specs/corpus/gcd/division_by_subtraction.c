// Divides by repeated subtraction; quotient times divisor plus rest gives the dividend back.
// Unreachable: each round moves one divisor from the rest into the quotient. The divisor is 13.
// entry: divide  expect: unreachable
extern void reach_error(void);

void divide(int dividend) {
    int quotient = 0, rest = dividend;
    if (dividend < 0)
        return;
    while (rest >= 13) {
        rest -= 13;
        quotient++;
    }
    if (13 * quotient + rest != dividend || rest > 12)
        reach_error();
}
