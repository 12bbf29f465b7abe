// expect: reachable  target: call:reach_error  entry: main
// Another subchain moves x in between: no parity of one counter.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int x = 0;
    for (int i = 0; i < 3; i++) {
        if (nd())
            x = 1 - x;
        else
            x = x + 2;
    }
    if (x == -2)
        reach_error();
    return 0;
}
