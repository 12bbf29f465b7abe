// expect: reachable  target: call:reach_error  entry: main  signed_overflow: wrap
// With wrapping the loop ends, with 0.
extern void reach_error(void);

int main(void) {
    int x = 1, i;
    for (i = 0; i < 40; i++)
        x = x * 2;
    if (i == 40 && x == 0)
        reach_error();
    return 0;
}
