// expect: reachable  target: call:reach_error  entry: main
// The subchains have to alternate; the counters alone do not say so.
extern void reach_error(void);

int main(void) {
    int turn = 0, a = 0, b = 0;
    for (int i = 0; i < 8; i++) {
        if (turn) {
            b++;
            turn = 0;
        } else {
            a++;
            turn = 1;
        }
    }
    if (a == 4 && b == 4)
        reach_error();
    return 0;
}
