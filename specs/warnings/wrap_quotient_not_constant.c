// expect: reachable  target: call:reach_error  entry: main
// The quotient of a wrap differs from run to run; carried through as a constant, 4 is refuted.
extern void reach_error(void);

int main(void) {
    unsigned char c = 0;
    for (int i = 0; i < 100; i++)
        c += 13;
    if (c == 20)
        reach_error();
    return 0;
}
