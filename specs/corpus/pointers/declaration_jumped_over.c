// A jump over the declaration leaves the pointer without its first value: it may then hold anything, but what the
// declaration gives it on the other way is not a fact about it.
// entry: pick  target: label:SECOND  expect: reachable
// entry: pick  target: label:START  expect: reachable
// entry: pick  target: label:FIFTH  expect: unreachable
int pick(int x, int n) {
    int a[4] = {1, 2, 3, 4};
    switch (x) {
    case 0:;
        int *p = a + (n & 3);
    case 1:
        if (x == 0) {
            if (*p == 2) {
            SECOND:
                return 1;
            }
            if (*p == 5) {
            FIFTH:
                return 5;
            }
        }
        p = a + (x - 1);
        if (x == 1 && p == a) {
        START:
            return 2;
        }
    }
    return 0;
}
