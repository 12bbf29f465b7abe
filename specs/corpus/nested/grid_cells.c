// Counts the cells of a grid with 12 rows whose width is an input: 12 for each column.
// 84 = 12 * 7 is reached by a width of 7; 90 is not divisible by 12.
// entry: grid  define: CELLS=84  expect: reachable
// entry: grid  define: CELLS=90  expect: unreachable
extern void reach_error(void);

void grid(int width) {
    int cells = 0;
    if (width < 0 || width > 100)
        return;
    for (int row = 0; row < 12; row++)
        for (int col = 0; col < width; col++)
            cells++;
    if (cells == CELLS)
        reach_error();
}
