// The sum of the first n odd numbers is the square of n.
// Unreachable: for n = 0 to 300 the sum and n * n are both exact and equal.
// entry: squares  expect: unreachable
extern void reach_error(void);

void squares(int n) {
    int square = 0, odd = 1;
    if (n < 0 || n > 300)
        return;
    for (int i = 0; i < n; i++) {
        square += odd;
        odd += 2;
    }
    if (square != n * n)
        reach_error();
}
