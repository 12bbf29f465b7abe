// Takes three away until zero is met, which an unsigned number that is no multiple of three passes by, and wraps around.
// After n runs zero is met by the number 3 n mod 2^width, and never before, since 3 is odd: so each n below 2^width is
// reached, by a number of its own, and larger ones are not. 85 runs take a byte from 255, 86 from 2.
// define: NUMBER=char  define: RUNS=85          expect: reachable
// define: NUMBER=char  define: RUNS=86          expect: reachable
// define: NUMBER=char  define: RUNS=256         expect: unreachable
// define: NUMBER=int   define: RUNS=1431655765  expect: reachable
// define: NUMBER=int   define: RUNS=1500000000  expect: reachable
extern void reach_error(void);

int main(void) {
    unsigned NUMBER number;
    unsigned runs = 0;
    while (number != 0) {
        number -= 3;
        runs++;
        if (runs > 2000000000u)
            return 0;
    }
    if (runs == RUNS)
        reach_error();
    return 0;
}
