// Folding paper: the thickness doubles, so it is a power of two.
// 4096 is reached by 12 folds; 3000 is no power of two.
// entry: fold  define: THICK=4096  expect: reachable
// entry: fold  define: THICK=3000  expect: unreachable
extern void reach_error(void);

void fold(int folds) {
    int thick = 1;
    for (int i = 0; i < folds; i++)
        thick = thick * 2;
    if (thick == THICK)
        reach_error();
}
