// At most three samples are taken, each at most 100 as they are cut off: 300 is the most, and needs every one of them.
// define: SUM=300  expect: reachable
// define: SUM=301  expect: unreachable
// target: label:FEWER  define: SUM=300  expect: unreachable
extern void reach_error(void);
volatile unsigned sample[2];

int main(void) {
    unsigned sum = 0, taken = 0;
    while (taken < 3) {
        unsigned now = sample[taken & 1];
        if (now == 0) break;
        sum += now > 100 ? 100 : now;
        taken++;
    }
    if (sum == SUM) reach_error();
    if (sum == 300 && taken < 3) {
    FEWER:
        return 1;
    }
    return 0;
}
