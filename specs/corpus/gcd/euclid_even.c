// Euclid's algorithm with remainders on two even numbers: every remainder of even numbers is even.
// Unreachable: the result divides both and is even, hence not 1; zero and zero give 0.
// entry: euclid  expect: unreachable  expect_today: unknown  timeout: 2s
extern void reach_error(void);

void euclid(unsigned x, unsigned y) {
    if (x > 1000 || y > 1000)
        return;
    unsigned a = 2 * x, b = 2 * y;
    while (b != 0) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    if (a == 1)
        reach_error();
}
