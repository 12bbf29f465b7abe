// expect: reachable  target: call:reach_error  entry: main
// Another subchain moves `i` after the last run of the one that copies it.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int last = -1, i;
    for (i = 0; i < 6; i++)
        if (nd())
            last = i;
    if (last == 2)
        reach_error();
    return 0;
}
