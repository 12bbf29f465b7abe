// expect: unreachable  target: call:reach_error  entry: main
// With one subchain the value copied last is the one before the last run.
extern void reach_error(void);

int main(void) {
    int last = -1, i;
    for (i = 0; i < 6; i++)
        last = i;
    if (last != 5)
        reach_error();
    return 0;
}
