// Two walkers on one road: the one behind goes three metres a second, the one ahead one. Where does the first catch up?
// The farther the one ahead starts and the farther the other stays behind, the later: from 0 and MOST it takes MOST / 2
// seconds, so they meet at MOST + MOST / 2, and never behind that place.
// define: MOST=6        define: PLACE=9        expect: reachable
// define: MOST=6        define: PLACE=10       expect: unreachable
// define: MOST=1000000  define: PLACE=1500000  expect: reachable
// define: MOST=1000000  define: PLACE=1500001  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int behind = __VERIFIER_nondet_int(), ahead = __VERIFIER_nondet_int();
    if (behind < 0 || ahead < 0 || behind > MOST || ahead > MOST)
        return 0;
    while (behind < ahead) {
        behind += 3;
        ahead += 1;
    }
    if (behind == ahead && ahead == PLACE)
        reach_error();
    return 0;
}
