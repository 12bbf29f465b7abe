// The lowest price so far never rises, so the end of the day is not above the start.
// Unreachable: `low` begins with the first price and is only replaced by lower ones.
// entry: low  expect: unreachable
extern void reach_error(void);

void low(const int price[], int n) {
    int low = price[0];
    for (int i = 1; i < n; i++)
        if (price[i] < low)
            low = price[i];
    if (low > price[0])
        reach_error();
}
