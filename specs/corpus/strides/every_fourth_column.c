// Visits the columns 0, 4, 8, ... of a wide table and remembers the last one.
// Column 4096 is visited when there are enough; 4098 is no multiple of 4.
// entry: columns  define: COLUMN=4096  expect: reachable
// entry: columns  define: COLUMN=4098  expect: unreachable
extern void reach_error(void);

void columns(int width) {
    int last = -1;
    for (int c = 0; c < width; c += 4)
        last = c;
    if (last == COLUMN)
        reach_error();
}
