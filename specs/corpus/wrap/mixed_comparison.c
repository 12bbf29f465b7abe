// A signed index is compared with an unsigned size: -1 becomes the largest unsigned and the loop does not run.
// Reachable: with start = -1 no element is visited although the range looks as if it had 11.
// entry: visit  expect: reachable
extern void reach_error(void);

void visit(int start) {
    unsigned size = 10;
    int visited = 0;
    for (int i = start; i < size; i++)
        visited++;
    if (start == -1 && visited == 0)
        reach_error();
}
