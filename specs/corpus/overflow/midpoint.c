// The middle of two indices computed as (low + high) / 2 overflows for large ones.
// Reachable: low = high = 1500000000. Written as low + (high - low) / 2 with 0 <= low <= high it cannot.
// entry: middle  target: overflow  define: SAFE=0  expect: reachable
// entry: middle  target: overflow  define: SAFE=1  expect: unreachable
int middle(int low, int high) {
    if (low < 0 || high < low)
        return -1;
    if (SAFE)
        return low + (high - low) / 2;
    return (low + high) / 2;
}
