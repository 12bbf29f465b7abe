// A staircase: row i has i stones, so that the first row has none.
// N rows have N (N - 1) / 2 stones, and all of them but one have any. Rows of different lengths are taken one by one.
// target: label:stones    define: ROWS=5   define: STONES=10   expect: reachable
// target: label:stones    define: ROWS=5   define: STONES=11   expect: unreachable
// target: label:stones    define: ROWS=30  define: STONES=435  expect: reachable
// target: label:stones    define: ROWS=30  define: STONES=434  expect: unreachable
// target: label:all_full  define: ROWS=5   define: STONES=0    expect: unreachable
// target: label:all_full  define: ROWS=30  define: STONES=0    expect: unreachable
int main(void) {
    int rows, stones = 0, full = 0;
    if (rows < 1 || rows > ROWS)
        return 0;
    for (int i = 0; i < rows; i++) {
        int entered = 0;
        for (int j = 0; j < i; j++) {
            stones++;
            entered = 1;
        }
        full += entered;
    }
    if (full != rows - 1)
        goto all_full;
    if (stones == STONES)
        goto stones;
    return 0;
stones:
    return 1;
all_full:
    return 2;
}
