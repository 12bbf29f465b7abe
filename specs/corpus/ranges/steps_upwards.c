// Counts how often the next number is larger than the one before.
// If it always is, the last is larger than the first by at least STEPS: each step adds at least one. With one step down
// the last may be below the first. A chain of STEPS inequations is more than is seen at a glance when STEPS is large.
// target: label:by_as_many  define: STEPS=4       expect: reachable
// target: label:by_as_many  define: STEPS=100000  expect: reachable
// target: label:by_less     define: STEPS=4       expect: unreachable
// target: label:by_less     define: STEPS=100000  expect: unreachable  expect_today: unknown  timeout: 2s
// target: label:one_down    define: STEPS=100000  expect: reachable
int main(void) {
    int height[STEPS + 1];
    int up = 0;
    for (int i = 0; i < STEPS; i++)
        if (height[i] < height[i + 1])
            up++;
    if (up == STEPS && height[STEPS] == height[0] + STEPS)
        goto by_as_many;
    if (up == STEPS && height[STEPS] < height[0] + STEPS)
        goto by_less;
    if (up == STEPS - 1 && height[STEPS] < height[0])
        goto one_down;
    return 0;
by_as_many:
    return 1;
by_less:
    return 2;
one_down:
    return 3;
}
