// Takes the divisor away as long as it fits; what is left is the remainder.
// The remainder is less than the divisor and never negative.
// define: DIVISOR=4           define: REST=3           expect: reachable
// define: DIVISOR=4           define: REST=4           expect: unreachable
// define: DIVISOR=1000000007  define: REST=1000000006  expect: reachable
// define: DIVISOR=1000000007  define: REST=1000000007  expect: unreachable
// define: DIVISOR=1000000007  define: REST=-1          expect: unreachable
extern void reach_error(void);

int main(void) {
    int number, divisor, times = 0;
    if (number <= 0 || divisor <= 0)
        return 0;
    while (number >= divisor) {
        number -= divisor;
        times++;
    }
    if (divisor == DIVISOR && number == REST && times > 0)
        reach_error();
    return 0;
}
