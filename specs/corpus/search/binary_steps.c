// Counts the steps of a binary search in 64 elements: each halves the rest, and 64 is 2 to the 6th.
// 7 steps are reached by a key above all elements; 8 are never needed.
// entry: steps  define: STEPS=7  expect: reachable
// entry: steps  define: STEPS=8  expect: unreachable
extern void reach_error(void);

void steps(int key) {
    int low = 0, high = 63, steps = 0;
    while (low <= high) {
        int middle = (low + high) / 2;
        steps++;
        if (3 * middle < key)
            low = middle + 1;
        else
            high = middle - 1;
    }
    if (steps == STEPS)
        reach_error();
}
