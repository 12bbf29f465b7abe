// Boxes of 6 are packed first and boxes of 10 after that, as many as the caller likes.
// 58 = 6 * 3 + 10 * 4 is reached; 59 is odd and both boxes are even.
// entry: pack  define: ITEMS=58  expect: reachable
// entry: pack  define: ITEMS=59  expect: unreachable
extern void reach_error(void);

void pack(unsigned small, unsigned large) {
    unsigned items = 0;
    if (small > 100 || large > 100)
        return;
    for (unsigned i = 0; i < small; i++)
        items += 6;
    for (unsigned i = 0; i < large; i++)
        items += 10;
    if (items == ITEMS)
        reach_error();
}
