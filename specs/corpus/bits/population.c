// Counts the ones among the lowest 8 bits of a word.
// 8 ones are reached by 255; 9 are not among 8 bits.
// entry: population  define: ONES=8  expect: reachable
// entry: population  define: ONES=9  expect: unreachable
extern void reach_error(void);

void population(unsigned word) {
    int ones = 0;
    word &= 0xff;
    while (word != 0) {
        ones += word & 1;
        word >>= 1;
    }
    if (ones == ONES)
        reach_error();
}
