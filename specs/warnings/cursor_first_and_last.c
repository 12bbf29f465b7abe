// expect: reachable  target: call:reach_error  entry: main
// The first and the last value of one site differ; naive: the value read last is the one read first.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int first = 0, last = 0;
    for (int i = 0; i < 5; i++) {
        last = nd();
        if (i == 0)
            first = last;
    }
    if (first == 1 && last == 2)
        reach_error();
    return 0;
}
