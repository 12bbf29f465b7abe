// expect: reachable  target: call:reach_error  entry: main
// An uninitialised array of the body is a new one in each run.
extern void reach_error(void);

int main(void) {
    int fives = 0, sixes = 0;
    for (int i = 0; i < 2; i++) {
        int a[2];
        if (a[0] == 5)
            fives++;
        if (a[0] == 6)
            sixes++;
    }
    if (fives == 1 && sixes == 1)
        reach_error();
    return 0;
}
