// expect: reachable  target: bounds  entry: f
// No length is long enough for every index, and length 0 allows none.

void f(int a[], int i) {
    int x = a[i];
}
