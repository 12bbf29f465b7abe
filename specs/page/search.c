extern void exit(int);

int search(const int *A, int n, int x) {
    int i = 0;
    if (n > 1000)
        exit(2);
    while (i < n) {
        if (A[i] == x)
            return i;
        i++;
    }
    return -1;
}
