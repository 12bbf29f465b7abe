// Counts the cells of a grid whose size is an input.
// Cells are rows times columns; ROWS rows cannot have one cell more than seven times ROWS, and no rows have no cells.
// target: label:cells  define: ROWS=3       define: CELLS=21      expect: reachable
// target: label:cells  define: ROWS=3       define: CELLS=22      expect: unreachable
// target: label:cells  define: ROWS=100000  define: CELLS=700000  expect: reachable
// target: label:cells  define: ROWS=100000  define: CELLS=700001  expect: unreachable
// target: label:none   define: ROWS=100000  define: CELLS=1       expect: unreachable
int main(void) {
    int rows, columns, cells = 0;
    if (rows > ROWS || columns > 20000)
        return 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            cells++;
    if (rows <= 0 && cells == CELLS)
        goto none;
    if (rows == ROWS && cells == CELLS)
        goto cells;
    return 0;
cells:
    return 1;
none:
    return 2;
}
