// Halving and tripling leads every number below 1000 to 1; 871 takes 178 steps, and none takes more. The program reads
// nothing, so running it decides, which nothing known about loops does.
// define: STEPS=178  expect: reachable
// define: STEPS=179  expect: unreachable
extern void reach_error(void);

int main(void) {
    int most = 0;
    for (int start = 1; start < 1000; start++) {
        int steps = 0;
        for (long number = start; number != 1; steps++)
            number = number % 2 ? 3 * number + 1 : number / 2;
        if (steps > most)
            most = steps;
    }
    if (most == STEPS)
        reach_error();
    return 0;
}
