// expect: unreachable  target: call:reach_error  entry: main
// A flag that is only set stays set.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int flag = 0, sets = 0;
    for (int i = 0; i < 4; i++) {
        if (nd()) {
            flag = 1;
            sets++;
        }
    }
    if (flag == 0 && sets > 0)
        reach_error();
    return 0;
}
