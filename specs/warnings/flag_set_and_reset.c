// expect: reachable  target: call:reach_error  entry: main
// A flag is set in one run and reset in another; `ite(k > 0, 1, 0)` would keep it set.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int flag = 0, sets = 0;
    for (int i = 0; i < 4; i++) {
        if (nd()) {
            flag = 1;
            sets++;
        } else {
            flag = 0;
        }
    }
    if (flag == 0 && sets == 3)
        reach_error();
    return 0;
}
