// Measures the length of the sorted prefix; if it covers the array, the first element is at most the last.
// Unreachable: each step within the prefix is upward or level.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    int v[9];
    int length = 1;
    while (length < 9 && v[length - 1] <= v[length])
        length++;
    if (length == 9 && v[0] > v[8])
        reach_error();
    return 0;
}
