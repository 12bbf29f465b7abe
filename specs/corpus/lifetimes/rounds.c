// Each round of a loop has a variable of its own: what points to the last round's does not point to this one's.
// target: label:own  expect: reachable
// target: label:old  expect: unreachable
// target: label:switched  expect: reachable
// target: label:changed  expect: unreachable
// target: lifetime  expect: reachable
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int *kept = 0;
    for (int i = 0; i < 3; i++) {
        int x = i;
        if (i == 0) kept = &x;
        if (__VERIFIER_nondet_int()) {
            *kept = 7;
            if (x == 7) own: ;
            if (i > 0) old: ;
        }
        if (i == 2) {
            kept = &x;
            *kept = 5;
            switched: ;
            if (x != 5) changed: ;
        }
    }
    return 0;
}
