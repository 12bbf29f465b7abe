// In each round a row of SEATS seats is filled, or the round is left out.
// Filled seats are a multiple of SEATS, for as many rounds as were not left out. Rounds that are left out do not enter
// the inner loop at all.
// define: ROUNDS=4       define: SEATS=3     define: FILLED=6       define: OUT=2      expect: reachable
// define: ROUNDS=4       define: SEATS=3     define: FILLED=6       define: OUT=1      expect: unreachable
// define: ROUNDS=100000  define: SEATS=3     define: FILLED=150000  define: OUT=50000  expect: reachable
// define: ROUNDS=100000  define: SEATS=3     define: FILLED=150000  define: OUT=50001  expect: unreachable
// define: ROUNDS=1000    define: SEATS=1000  define: FILLED=999000  define: OUT=1      expect: reachable
// define: ROUNDS=1000    define: SEATS=1000  define: FILLED=999001  define: OUT=1      expect: unreachable
// define: ROUNDS=100000  define: SEATS=3     define: FILLED=0       define: OUT=100000 expect: reachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int filled = 0, out = 0;
    for (int i = 0; i < ROUNDS; i++) {
        if (__VERIFIER_nondet_int()) {
            for (int j = 0; j < SEATS; j++)
                filled++;
        } else {
            out++;
        }
    }
    if (filled == FILLED && out == OUT)
        reach_error();
    return 0;
}
