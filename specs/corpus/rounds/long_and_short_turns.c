// Turns of three and of two steps, one after the other, beginning with three.
// After an odd number of turns there is one turn of three more than there are of two.
// define: TURNS=5       define: THREES=9       define: TWOS=4       expect: reachable
// define: TURNS=5       define: THREES=9       define: TWOS=6       expect: unreachable
// define: TURNS=100001  define: THREES=150003  define: TWOS=100000  expect: reachable
// define: TURNS=100001  define: THREES=150003  define: TWOS=100002  expect: unreachable
// define: TURNS=100001  define: THREES=150000  define: TWOS=100002  expect: unreachable
extern void reach_error(void);

int main(void) {
    int turns, threes = 0, twos = 0;
    if (turns > TURNS)
        return 0;
    for (int i = 0; i < turns; i++) {
        if (i % 2 == 0)
            for (int j = 0; j < 3; j++)
                threes++;
        else
            for (int j = 0; j < 2; j++)
                twos++;
    }
    if (threes == THREES && twos == TWOS)
        reach_error();
    return 0;
}
