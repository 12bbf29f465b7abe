// Counting the cells of a field row by row gives rows times columns.
// entry: field  define: MORE=0  expect: unreachable
// entry: field  define: MORE=1  expect: reachable
extern void reach_error(void);

void field(int rows, int columns) {
    int cells = 0;
    if (rows < 0 || rows > 50 || columns < 0 || columns > 50)
        return;
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            cells++;
    if (MORE ? cells == 6 : cells != rows * columns)
        reach_error();
}
