// expect: unreachable  target: call:reach_error  entry: f
// Left early or not, the inner loop adds at most m in each of the n runs.
extern void reach_error(void);
extern int nd(void);

void f(int n, int m) {
    int t = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) {
            if (nd())
                break;
            t++;
        }
    if (n == 10 && m == 5 && t > 50)
        reach_error();
}
