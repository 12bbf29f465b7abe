// Binary search in a sorted table of 100 elements; the middle stays between the ends.
// Unreachable: 0 <= low <= middle < high <= 100 whenever the table is read.
// entry: lookup  target: bounds  expect: unreachable
int lookup(int key) {
    int table[100];
    int low = 0, high = 100;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (table[middle] == key)
            return middle;
        if (table[middle] < key)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}
