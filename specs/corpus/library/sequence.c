// The numbers of drand48 and its like follow from the seed; rand_r gives any that is not negative.
// target: label:begin    entry: seeded  expect: reachable
// target: label:other    entry: seeded  expect: unreachable
// target: label:half     entry: parts   expect: reachable
// target: label:outside  entry: parts   expect: unreachable
// target: label:six      entry: own     expect: reachable
// target: label:below    entry: own     expect: unreachable
#define _GNU_SOURCE
#include <stdlib.h>

int seeded(void) {
    srand48(1);
    if (lrand48() != 89400484) { other: return 1; }
    begin: return 0;
}

int parts(unsigned short first) {
    unsigned short all[3] = {first, 7, 9};
    double x = erand48(all);
    if (x < 0 || x >= 1) { outside: return 1; }
    if (x > 0.5) { half: return 2; }
    return 0;
}

int own(void) {
    unsigned seed = 3;
    int n = rand_r(&seed) % 6;
    if (n == 5 && seed == 17) { six: return 1; }
    if (n < 0) { below: return 2; }
    return 0;
}
