// A helper keeps each correction within -3 and 3, so 20 of them move the rudder by at most 60.
// 60 is reached by corrections that are all large; 61 is not.
// define: ANGLE=60  expect: reachable
// define: ANGLE=61  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

static int clamp(int x, int low, int high) {
    if (x < low) return low;
    if (x > high) return high;
    return x;
}

int main(void) {
    int rudder = 0;
    for (int i = 0; i < 20; i++)
        rudder += clamp(__VERIFIER_nondet_int(), -3, 3);
    if (rudder == ANGLE)
        reach_error();
    return 0;
}
