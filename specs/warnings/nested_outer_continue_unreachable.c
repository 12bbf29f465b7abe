// expect: unreachable  target: call:reach_error  entry: main
// The total is a multiple of three.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 4; i++) {
        if (nd())
            continue;
        for (int j = 0; j < 3; j++)
            total++;
    }
    if (total == 7)
        reach_error();
    return 0;
}
