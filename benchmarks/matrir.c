// Does a row of the upper triangle of a matrix have more than 15 numbers of two digits? [APC]
//
// As in the paper's listing, but that one has a matrix of C#, of any size. Here it has any number of
// rows and 64 columns. In both, reading outside of it ends the path, so this is the listing for all
// matrices of 64 columns: what is reachable here is reachable there, and the 21 columns that the
// target needs are among the 64.
// By hand: m = 21, n = 21, and the first row begins with 50 sixteen times and is 0 from there on.
// The question is in specs/papers/matrir.yaml.
extern void reach_error(void);

void MatrIR(int A[][64], int m, int n) {
    int w = 0;
    for (int i = 0; i < m; ++i) {
        int k = 0;
        for (int j = i; j < n; ++j)
            if (A[i][j] > 10 && A[i][j] < 100)
                ++k;
        if (k > 15) {
            w = 1;
            break;
        }
    }
    if (m > 20 && n > 20 && w == 1)
        reach_error();
}
