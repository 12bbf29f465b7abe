// The same helper with a loop is called for two arrays; its counters start afresh each time.
// Unreachable: each call returns at most 10, so the sum is at most 20.
// expect: unreachable
extern void reach_error(void);

static int zeros(const int v[]) {
    int count = 0;
    for (int i = 0; i < 10; i++)
        if (v[i] == 0)
            count++;
    return count;
}

int main(void) {
    int a[10], b[10];
    if (zeros(a) + zeros(b) > 20)
        reach_error();
    return 0;
}
