// expect: unreachable  target: call:reach_error  entry: main
// Both changes keep x from being 3 modulo its invariant: from 1 only 1, 2, 4, 5 … come, never 0.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int x = 1;
    for (int i = 0; i < 3; i++) {
        if (nd())
            x *= 2;
        else
            x += 3;
    }
    if (x == 3)
        reach_error();
    return 0;
}
