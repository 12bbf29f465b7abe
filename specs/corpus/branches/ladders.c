// Four sensors, each read into one of four classes by a ladder: 4^4 ways once around the loop.
// Every reading is counted in exactly one class of its sensor, and there are 12 rounds.
// Reachable: 3 rounds of each class for the first sensor, 12 times the last class for the second, and so on.
// Unreachable: the four classes of one sensor add up to 12, so never to 13.
// define: TARGET=0  expect: reachable
// define: TARGET=1  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int a0 = 0, a1 = 0, a2 = 0, a3 = 0, b0 = 0, b1 = 0, b2 = 0, b3 = 0;
    int c0 = 0, c1 = 0, c2 = 0, c3 = 0, d0 = 0, d1 = 0, d2 = 0, d3 = 0;
    for (int round = 0; round < 12; round++) {
        int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
        int c = __VERIFIER_nondet_int(), d = __VERIFIER_nondet_int();
        if (a < 0) a0++; else if (a < 20) a1++; else if (a < 40) a2++; else a3++;
        if (b < 0) b0++; else if (b < 20) b1++; else if (b < 40) b2++; else b3++;
        if (c < 0) c0++; else if (c < 20) c1++; else if (c < 40) c2++; else c3++;
        if (d < 0) d0++; else if (d < 20) d1++; else if (d < 40) d2++; else d3++;
    }
    if (TARGET == 0 && a0 == 3 && a1 == 3 && a2 == 3 && b3 == 12 && c1 == 5 && c2 == 7 && d0 == 1 && d2 == 10)
        reach_error();
    if (TARGET == 1 && a0 + a1 + a2 + a3 == 13 && b0 + b1 + b2 + b3 + c0 + c1 + c2 + c3 + d0 + d1 + d2 + d3 > 0)
        reach_error();
    return 0;
}
