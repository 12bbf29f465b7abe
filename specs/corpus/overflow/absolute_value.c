// The magnitude of the least int is no int.
// Reachable with the least int among the values; the second question keeps it out.
// entry: total  target: overflow  define: GUARD=0  expect: reachable
// entry: total  target: overflow  define: GUARD=1  expect: unreachable
int total(const int v[], int n) {
    int largest = 0;
    for (int i = 0; i < n; i++) {
        int x = v[i];
        if (GUARD && x < -2147483647)
            continue;
        int size = x < 0 ? -x : x;
        if (size > largest)
            largest = size;
    }
    return largest;
}
