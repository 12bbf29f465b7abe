// expect: reachable  target: call:reach_error  entry: main
// A read under a condition moves the cursor only in some subchains.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int got = 0, seen = 0;
    for (int i = 0; i < 6; i++)
        if (i % 2 == 0) {
            int v = nd();
            if (v == i)
                seen++;
            got++;
        }
    if (got == 3 && seen == 3)
        reach_error();
    return 0;
}
