// Walks with the left foot first, then in turn.
// The left foot is ahead by one step or not at all: by one after an odd number of steps.
// target: label:two_ahead   define: STEPS=7           expect: unreachable
// target: label:two_ahead   define: STEPS=1000000000  expect: unreachable
// target: label:right_ahead define: STEPS=1000000000  expect: unreachable
// target: label:one_ahead   define: STEPS=7           expect: reachable
// target: label:one_ahead   define: STEPS=999999999   expect: reachable
// target: label:one_ahead   define: STEPS=1000000000  expect: unreachable
int main(void) {
    int steps, foot = 0, left = 0, right = 0;
    if (steps > STEPS)
        return 0;
    for (int i = 0; i < steps; i++) {
        if (foot == 0) {
            left++;
            foot = 1;
        } else {
            right++;
            foot = 0;
        }
    }
    if (left > right + 1)
        goto two_ahead;
    if (left < right)
        goto right_ahead;
    if (left == right + 1 && steps == STEPS)
        goto one_ahead;
    return 0;
two_ahead:
    return 1;
right_ahead:
    return 2;
one_ahead:
    return 3;
}
