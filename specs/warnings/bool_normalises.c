// expect: unreachable  target: call:reach_error  entry: main
// A conversion to bool gives 1 for everything but 0, also for 256.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    _Bool b = nd() * 0 + 256;
    int n = 0;
    for (int i = 0; i < 3; i++) {
        b += 2;
        n += b;
    }
    if (n != 3)
        reach_error();
    return 0;
}
