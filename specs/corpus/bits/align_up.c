// Rounds sizes up to multiples of 8 by a mask and adds them: the sum stays a multiple of 8.
// Unreachable: 100 is 4 more than a multiple of 8.
// entry: layout  define: TOTAL=100  expect: unreachable  expect_today: unknown  timeout: 2s
// entry: layout  define: TOTAL=104  expect: reachable
extern void reach_error(void);

void layout(const unsigned char sizes[], int fields) {
    int offset = 0;
    for (int i = 0; i < fields; i++)
        offset += (sizes[i] + 7) & ~7;
    if (offset == TOTAL)
        reach_error();
}
