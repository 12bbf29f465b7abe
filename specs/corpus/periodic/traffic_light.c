// A light goes round red, green, yellow; after n changes its colour is n modulo 3.
// Reachable with any n of the form 3k + 2, which shows yellow; colour 3 does not exist.
// entry: light  define: COLOUR=2  expect: reachable
// entry: light  define: COLOUR=3  expect: unreachable
extern void reach_error(void);

void light(int changes) {
    int colour = 0;
    for (int i = 0; i < changes; i++) {
        colour++;
        if (colour == 3)
            colour = 0;
    }
    if (changes > 4 && colour == COLOUR)
        reach_error();
}
