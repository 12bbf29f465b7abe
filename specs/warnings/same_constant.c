// expect: reachable  target: call:reach_error  entry: main
// Different constants in two subchains: the one that ran last counts, in any order.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int x = 0, a = 0, b = 0;
    for (int i = 0; i < 4; i++) {
        if (nd()) {
            x = 1;
            a++;
        } else {
            x = 2;
            b++;
        }
    }
    if (x == 1 && b == 3)
        reach_error();
    return 0;
}
