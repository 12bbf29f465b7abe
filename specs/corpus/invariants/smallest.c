// No element is less than the smallest one; some are less than the first.
// entry: least  define: STARTS_AT=0  define: BOUND=smallest  expect: unreachable
// entry: least  define: STARTS_AT=0  define: BOUND=list[0]   expect: reachable
extern void reach_error(void);

void least(const int list[], int n) {
    if (n < 1)
        return;
    int smallest = list[0];
    for (int i = STARTS_AT; i < n; i++)
        if (list[i] < smallest)
            smallest = list[i];
    for (int i = 0; i < n; i++)
        if (list[i] < BOUND)
            reach_error();
}
