// expect: reachable  target: call:reach_error  entry: main
// One function inlined twice is two sites, and each is a stream of its own.
extern void reach_error(void);
extern int nd(void);

static int get(void) { return nd(); }
int main(void) {
    int a = 0, b = 0;
    for (int i = 0; i < 2; i++) {
        a += get();
        b += get();
    }
    if (a == 7 && b == 5)
        reach_error();
    return 0;
}
