// The loop is left by `break` only at the wanted key, otherwise with i == n.
// Unreachable: i < n means that the break was taken, and then the element is the key.
// entry: find  expect: unreachable
extern void reach_error(void);

void find(const int keys[], int n, int key) {
    int i;
    for (i = 0; i < n; i++)
        if (keys[i] == key)
            break;
    if (i < n && keys[i] != key)
        reach_error();
}
