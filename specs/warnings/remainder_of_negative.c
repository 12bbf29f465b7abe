// expect: reachable  target: call:reach_error  entry: main
// A remainder can be negative.
extern void reach_error(void);

int main(void) {
    int n = 0;
    for (int i = -5; i < 5; i++)
        if (i % 3 == -1)
            n++;
    if (n == 2)
        reach_error();
    return 0;
}
