// Looks for a pair of cells that spoils the symmetry, in the upper triangle only.
// Unreachable: (1, 3) and (3, 1) are compared when i = 1 and j = 3. The pair stops one column early and misses them.
// define: SIZE=4  expect: unreachable
// define: SIZE=3  expect: reachable
extern void reach_error(void);

int main(void) {
    int m[4][4];
    int symmetric = 1;
    for (int i = 0; i < SIZE; i++)
        for (int j = i + 1; j < SIZE; j++)
            if (m[i][j] != m[j][i])
                symmetric = 0;
    if (symmetric && m[1][3] != m[3][1])
        reach_error();
    return 0;
}
