// expect: reachable  target: call:reach_error  entry: main
// The bound of the loop moves while it runs.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int n = 3, i;
    for (i = 0; i < n; i++)
        if (n < 6 && nd())
            n++;
    if (i == 5)
        reach_error();
    return 0;
}
