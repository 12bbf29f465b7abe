// expect: reachable  target: call:reach_error  entry: main
// The very first location is a loop header.
extern void reach_error(void);
extern int nd(void);

int main(void) {
again:
    if (nd())
        goto again;
    if (nd() == 4)
        reach_error();
    return 0;
}
