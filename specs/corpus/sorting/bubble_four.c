// Bubble sort of 4 values: afterwards neighbours are in order.
// Unreachable: after round r the r + 1 largest stand at the end. The pair makes one round only, which leaves 3 2 1 0 as 2 1 0 3.
// define: ROUNDS=3  expect: unreachable
// define: ROUNDS=1  expect: reachable
extern void reach_error(void);

int main(void) {
    int v[4];
    for (int r = 0; r < ROUNDS; r++)
        for (int i = 0; i + 1 < 4; i++)
            if (v[i] > v[i + 1]) {
                int swap = v[i];
                v[i] = v[i + 1];
                v[i + 1] = swap;
            }
    if (v[0] > v[1])
        reach_error();
    return 0;
}
