// A stock of unsigned type is reduced without a check: 5 - 6 is the largest number there is.
// Reachable with 6 sales. The second question asks with a check for a stock that is not empty.
// entry: sell  define: CHECK=0  expect: reachable
// entry: sell  define: CHECK=1  expect: unreachable
extern void reach_error(void);

void sell(int sales) {
    unsigned stock = 5;
    for (int i = 0; i < sales; i++) {
        if (CHECK && stock == 0)
            break;
        stock--;
    }
    if (stock > 5)
        reach_error();
}
