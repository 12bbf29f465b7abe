// expect: reachable  target: call:reach_error  entry: main
// An uninitialised array holds anything.
extern void reach_error(void);

int main(void) {
    int a[3];
    if (a[0] == 5 && a[2] == 7)
        reach_error();
    return 0;
}
