// Each read of the flag is a new value: it may be set in the last round, and is not looked at once more. Whoever
// gives up has seen it clear in all ten.
// target: label:LAST  expect: reachable
// target: label:EARLY  expect: unreachable
// target: label:AGAIN  expect: reachable
volatile int ready;

int main(void) {
    int rounds = 0;
    while (!ready) {
        rounds++;
        if (rounds == 10) {
            if (ready) {
            AGAIN:
                return 1;
            }
            return 2;
        }
    }
    if (rounds == 9) {
    LAST:
        return 3;
    }
    if (rounds > 9) {
    EARLY:
        return 4;
    }
    return 0;
}
