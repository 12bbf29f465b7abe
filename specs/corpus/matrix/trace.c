// Sums the diagonal of a square matrix of bits and all of its cells.
// Unreachable: the diagonal is part of the cells, and cells are not negative, so its sum is not larger.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    unsigned char m[5][5];
    int diagonal = 0, all = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            all += m[i][j];
            if (i == j)
                diagonal += m[i][j];
        }
    if (diagonal > all)
        reach_error();
    return 0;
}
