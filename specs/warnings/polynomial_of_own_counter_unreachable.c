// expect: unreachable  target: call:reach_error  entry: main
// Two different indices below 5 add up to at most 7.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int s = 0, c = 0;
    for (int i = 0; i < 5; i++)
        if (nd()) {
            s += i;
            c++;
        }
    if (c == 2 && s == 8)
        reach_error();
    return 0;
}
