// expect: unreachable  target: bounds  entry: main
// Every access is in bounds.

int main(void) {
    int a[10] = {0};
    for (int i = 0; i < 10; i++)
        a[i] = i;
    for (int i = 9; i >= 0; i--)
        a[i]++;
    return 0;
}
