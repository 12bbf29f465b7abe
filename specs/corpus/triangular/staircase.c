// A staircase of 20 steps whose k-th step needs k bricks has 210 bricks.
// Unreachable: 1 + 2 + ... + 20 = 210, so the sum is not another number.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    int bricks = 0;
    for (int step = 1; step <= 20; step++)
        for (int b = 0; b < step; b++)
            bricks++;
    if (bricks != 210)
        reach_error();
    return 0;
}
