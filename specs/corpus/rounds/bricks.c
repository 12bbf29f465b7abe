// Lays rows of ten bricks.
// There are ten times as many bricks as rows, so that one brick less or more than that is not possible.
// define: ROWS=3        define: BRICKS=30        expect: reachable
// define: ROWS=3        define: BRICKS=31        expect: unreachable
// define: ROWS=1000000  define: BRICKS=10000000  expect: reachable
// define: ROWS=1000000  define: BRICKS=9999999   expect: unreachable
// define: ROWS=1000000  define: BRICKS=10000010  expect: unreachable
// define: ROWS=1000000  define: BRICKS=0         expect: reachable
extern void reach_error(void);

int main(void) {
    int rows, bricks = 0;
    if (rows > ROWS)
        return 0;
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < 10; i++)
            bricks++;
    if (bricks == BRICKS)
        reach_error();
    return 0;
}
