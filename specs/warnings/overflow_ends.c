// expect: unreachable  target: call:reach_error  entry: main
// Signed overflow is undefined and ends the path: x + 1 is never less than x.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int x = nd();
    if (x + 1 < x)
        reach_error();
    return 0;
}
