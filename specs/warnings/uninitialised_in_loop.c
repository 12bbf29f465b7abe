// expect: reachable  target: call:reach_error  entry: main
// An uninitialised local of the body is a fresh input in each iteration.
extern void reach_error(void);

int main(void) {
    int zeros = 0, ones = 0;
    for (int i = 0; i < 4; i++) {
        int fresh;
        if (fresh == 0)
            zeros++;
        if (fresh == 1)
            ones++;
    }
    if (zeros == 2 && ones == 2)
        reach_error();
    return 0;
}
