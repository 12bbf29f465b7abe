// expect: reachable  target: call:reach_error  entry: main
// One subchain wraps at 8 bits, the other not: no common wrap.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int x = 250;
    for (int i = 0; i < 3; i++) {
        if (nd())
            x = (unsigned char)(x + 3);
        else
            x = x + 3;
    }
    if (x == 3)
        reach_error();
    return 0;
}
