// Each round tests what the one before it has read, as loops over lines or packets do.
// Reachable: a thousand parcels, all of them heavy or none; every third of three thousand; one, and a weight below 0 that
// ends the list. Unreachable: more heavy ones than all together; a weight above 0 at the end.
// define: CASE=parcels==1000  expect: reachable
// define: CASE=parcels==3000&&heavy==1000  expect: reachable
// define: CASE=parcels==1&&grams==-7  expect: reachable
// define: CASE=heavy>parcels  expect: unreachable
// define: CASE=grams>0  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int parcels = 0, heavy = 0, grams = __VERIFIER_nondet_int();
    while (grams > 0) {
        parcels++;
        if (grams > 20000)
            heavy++;
        grams = __VERIFIER_nondet_int();
    }
    if (CASE)
        reach_error();
    return 0;
}
