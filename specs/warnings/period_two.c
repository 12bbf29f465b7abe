// expect: unreachable  target: call:reach_error  entry: main
// `x = 7 - x` comes back after two runs.
extern void reach_error(void);

int main(void) {
    int x = 2;
    for (int i = 0; i < 1001; i++)
        x = 7 - x;
    if (x != 5)
        reach_error();
    return 0;
}
