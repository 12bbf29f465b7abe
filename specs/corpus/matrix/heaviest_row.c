// Finds the row with the most ones in a table of 6 rows and 7 columns.
// A row of 7 ones is reached. No row has 8.
// define: ONES=7  expect: reachable
// define: ONES=8  expect: unreachable
extern void reach_error(void);

int main(void) {
    int table[6][7];
    int most = 0, heaviest = -1;
    for (int r = 0; r < 6; r++) {
        int ones = 0;
        for (int c = 0; c < 7; c++)
            if (table[r][c] == 1)
                ones++;
        if (ones > most) {
            most = ones;
            heaviest = r;
        }
    }
    if (most == ONES && heaviest == 4)
        reach_error();
    return 0;
}
