// Halves a number of at most 1000000 until nothing is left and counts how often: the number of its bits.
// 20 is reached, for 2 to the 19th is 524288; 21 would take 2 to the 20th, which is 1048576.
// entry: halve  define: BITS=20  expect: reachable
// entry: halve  define: BITS=21  expect: unreachable
extern void reach_error(void);

void halve(int n) {
    int bits = 0;
    if (n < 0 || n > 1000000)
        return;
    while (n > 0) {
        n /= 2;
        bits++;
    }
    if (bits == BITS)
        reach_error();
}
