// expect: unreachable  target: call:reach_error  entry: main
// With a negative bound the inner loop runs 0 times, not a negative number of times.
extern void reach_error(void);

int main(void) {
    int total = 0, n = -2;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < n; j++)
            total++;
    if (total != 0)
        reach_error();
    return 0;
}
