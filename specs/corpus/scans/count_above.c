// Counts the values above 50 and those of at most 50 among as many as there are: together they are all.
// 40 above of 64 are reached; more above than there are elements are not.
// entry: classify  define: ABOVE=40  expect: reachable
// entry: classify  define: ABOVE=65  expect: unreachable
extern void reach_error(void);

void classify(const int v[], int n) {
    int above = 0, others = 0;
    if (n > 64)
        return;
    for (int i = 0; i < n; i++) {
        if (v[i] > 50)
            above++;
        else
            others++;
    }
    if (above == ABOVE && others + above == n)
        reach_error();
}
