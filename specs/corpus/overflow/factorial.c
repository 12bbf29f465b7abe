// The factorial of 12 fits in 32 bits, that of 13 does not.
// Unreachable: 12! = 479001600 is below 2 to the 31st, 13! = 6227020800 is above.
// target: overflow  define: N=12  expect: unreachable
// target: overflow  define: N=13  expect: reachable
int main(void) {
    int product = 1;
    for (int i = 2; i <= N; i++)
        product *= i;
    return product & 1;
}
