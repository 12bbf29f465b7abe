// Looks for the place where a value belongs in a sorted list of 50: behind all elements that are smaller.
// Reachable at place 35 with suitable elements. Unreachable: the element before the place is smaller than the value.
// entry: place  define: CASE=1  expect: reachable
// entry: place  define: CASE=2  expect: unreachable
extern void reach_error(void);

void place(const int v[], int value) {
    int p = 0;
    while (p < 50 && v[p] < value)
        p++;
    if (CASE == 1 && p == 35 && v[0] == value - 100)
        reach_error();
    if (CASE == 2 && p > 0 && v[p - 1] >= value)
        reach_error();
}
