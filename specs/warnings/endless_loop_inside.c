// expect: reachable  target: call:reach_error  entry: main
// Only some inputs run into the endless loop.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int v = nd();
    while (v == 3)
        ;
    if (v > 2)
        reach_error();
    return 0;
}
