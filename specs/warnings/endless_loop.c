// expect: unreachable  target: call:reach_error  entry: main
// A loop that is never left does not reach what follows.
extern void reach_error(void);

int main(void) {
    int i = 0;
    while (i >= 0)
        i = (i + 1) % 10;
    reach_error();
    return 0;
}
