// expect: unreachable  target: call:reach_error  entry: main
// Doubling overflows before 40 runs.
extern void reach_error(void);

int main(void) {
    int x = 1, i;
    for (i = 0; i < 40; i++)
        x = x * 2;
    if (i == 40)
        reach_error();
    return 0;
}
