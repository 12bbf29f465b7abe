// expect: reachable  target: call:reach_error  entry: main
// Subchains have different guards: no guard of one bounds the runs of the other.
extern void reach_error(void);

int main(void) {
    int i = 0, j = 0;
    while (i < 3 || j < 4) {
        if (i < 3)
            i++;
        else
            j++;
    }
    if (i + j == 7)
        reach_error();
    return 0;
}
