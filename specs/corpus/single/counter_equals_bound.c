// After a loop that counts from 0 up to a bound that is not negative, the counter is that bound.
// Unreachable: the loop stops at the first i with i >= n, and i grows by 1, so i is n.
// entry: count  expect: unreachable
extern void reach_error(void);

void count(int n) {
    int i = 0;
    if (n < 0)
        return;
    while (i < n)
        i++;
    if (i != n)
        reach_error();
}
