// expect: reachable  target: call:reach_error  entry: main
// The sum uses i after it was advanced: 1 + … + 10.
extern void reach_error(void);

int main(void) {
    int s = 0, i = 0;
    while (i < 10) {
        i++;
        s += i;
    }
    if (s == 55)
        reach_error();
    return 0;
}
