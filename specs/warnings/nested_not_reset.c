// expect: unreachable  target: call:reach_error  entry: main
// Without a reset the inner loop runs only in the first outer run.
extern void reach_error(void);

int main(void) {
    int j = 0, total = 0;
    for (int i = 0; i < 3; i++) {
        while (j < 2) {
            j++;
            total++;
        }
    }
    if (total != 2)
        reach_error();
    return 0;
}
