// A multiple of four is never an even number plus seven [ELN, APC].
// The question is in specs/papers/twoloops.yaml.
extern void reach_error(void);

void TwoLoops(int n) {
    int i = 0, j = 0;
    while (i < n)
        i += 4;
    while (i != j + 7)
        j += 2;
    reach_error();
}
