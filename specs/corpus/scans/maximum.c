// The largest of 10 values is at least each of them.
// Unreachable: the scan visits index 4 and never lowers `largest`.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    int v[10];
    int largest = v[0];
    for (int i = 1; i < 10; i++)
        if (v[i] > largest)
            largest = v[i];
    if (largest < v[4])
        reach_error();
    return 0;
}
