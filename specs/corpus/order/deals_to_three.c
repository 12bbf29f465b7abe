// Deals cards to three players in turn.
// The first player has at most one card more than the last; 1000001 cards are 333334, 333334 and 333333.
// define: FIRST=3       define: SECOND=2       define: THIRD=2       expect: reachable
// define: FIRST=3       define: SECOND=2       define: THIRD=1       expect: unreachable
// define: FIRST=333334  define: SECOND=333334  define: THIRD=333333  expect: reachable
// define: FIRST=333334  define: SECOND=333333  define: THIRD=333334  expect: unreachable
// define: FIRST=333334  define: SECOND=333333  define: THIRD=333332  expect: unreachable
extern void reach_error(void);

int main(void) {
    int cards, turn = 0, first = 0, second = 0, third = 0;
    for (int i = 0; i < cards; i++) {
        if (turn == 0) {
            first++;
            turn = 1;
        } else if (turn == 1) {
            second++;
            turn = 2;
        } else {
            third++;
            turn = 0;
        }
    }
    if (first == FIRST && second == SECOND && third == THIRD)
        reach_error();
    return 0;
}
