// Two functions that are told how long the rows of what they get are, called with arrays whose rows are that long, of
// fixed size and of sizes computed at run time. Values and sums are those of the arrays, whoever looks at them, and a
// row's pointer moves by the length it had when its type was declared.
// An index behind the end of a row is out of bounds, although it is still in the array; a pointer to the next row is not.
// target: label:SUM      expect: reachable
// target: label:OTHER    expect: unreachable
// target: label:LAST     expect: reachable
// target: label:MOVED    expect: unreachable
// target: label:ROWS     expect: unreachable
// target: bounds         expect: unreachable
// target: bounds  define: BEHIND  expect: reachable
// target: bounds  define: NONE    expect: reachable
// target: overflow       expect: unreachable
extern int input(void);

static int sum(int n, int m, int a[n][m]) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += a[i][j];
    return s;
}

static int last_of_rows(int n, int m, int (*rows)[m]) {
    int s = 0;
    for (int (*row)[m] = rows; row < rows + n; row++)
        s += (*row)[m - 1];
    return s;
}

int main(void) {
    int fixed[2][3] = {{1, 2, 3}, {4, 5, 6}};
    if (sum(2, 3, fixed) != 21 || last_of_rows(2, 3, fixed) != 9)
    OTHER:
        return 1;
    int n = 3, m = 2;
#ifdef NONE
    m = input() & 1;
#endif
    int made[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            made[i][j] = i * 10 + j;
    int at = input();
    if (at < 0 || at >= n)
        return 2;
    if (sum(n, m, made) == 63)
    SUM:
        at++, at--;
#ifdef BEHIND
    made[0][2] = 1;
#endif
    if (made[at][1] == 21 && last_of_rows(n, m, made) == 33)
    LAST:
        return 3;
    int(*row)[m] = &made[1];
    m = 1;
    if (row[1][0] != 20 || *(*(row + 1) + 1) != 21)
    MOVED:
        return 4;
    if (row - made != 1 || &made[3] - row != 2 || row++ != &made[1] || row != made + 2)
    ROWS:
        return 5;
    return 0;
}
