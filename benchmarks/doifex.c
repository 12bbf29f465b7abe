// Two such loops in a row, whose counts have to fit together; after the words of [ELN], which has no listing.
// The question is in specs/papers/doifex.yaml.
extern void reach_error(void);

void DOIFex(int A[], int n, int B[], int m) {
    int ones = 0, twos = 0, threes = 0, others = 0;
    for (int i = 0; i < n; ++i) {
        if (A[i] == 1)
            ++ones;
        else if (A[i] == 2)
            ++twos;
        else if (A[i] == 3)
            ++threes;
        else
            ++others;
    }
    int small = 0, medium = 0, large = 0, huge = 0;
    for (int j = 0; j < m; ++j) {
        if (B[j] < 10)
            ++small;
        else if (B[j] < 100)
            ++medium;
        else if (B[j] < 1000)
            ++large;
        else
            ++huge;
    }
    if (ones + small == 12 && twos + medium == 8 && threes > large + 2 && others + huge == 5 && n == m)
        reach_error();
}
