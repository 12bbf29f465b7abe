// Steps of 9 forward and 15 back: both are multiples of 3, so places other than multiples of 3 are never met.
// Place 6 is reached (9 * 4 - 15 * 2), place 7 is not.
// entry: crank  define: PLACE=6  expect: reachable
// entry: crank  define: PLACE=7  expect: unreachable
extern void reach_error(void);

void crank(const _Bool forward[], int n) {
    int place = 0;
    for (int i = 0; i < n; i++) {
        if (forward[i])
            place += 9;
        else
            place -= 15;
    }
    if (place == PLACE)
        reach_error();
}
