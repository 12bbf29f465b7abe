// Copies a table of 3 rows and 5 columns into its transpose and compares one cell.
// Unreachable: cell (4, 2) of the copy was written from cell (2, 4) and by nothing else.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    int table[3][5], turned[5][3];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 5; c++)
            turned[c][r] = table[r][c];
    if (turned[4][2] != table[2][4])
        reach_error();
    return 0;
}
