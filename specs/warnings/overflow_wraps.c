// expect: reachable  target: call:reach_error  entry: main  signed_overflow: wrap
// With wrapping it can be.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int x = nd();
    if (x + 1 < x)
        reach_error();
    return 0;
}
