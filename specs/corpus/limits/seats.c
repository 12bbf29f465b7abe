// At most 3 of each group of 4 places can be taken, 25 groups: 75 at most.
// 75 is reached when all groups are full; 76 is beyond the limit of the inner loop times that of the outer.
// define: TAKEN=75  expect: reachable
// define: TAKEN=76  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int taken = 0;
    for (int group = 0; group < 25; group++)
        for (int place = 0; place < 3; place++)
            if (__VERIFIER_nondet_int() == 1)
                taken++;
    if (taken >= TAKEN)
        reach_error();
    return 0;
}
