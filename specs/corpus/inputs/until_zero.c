// Reads numbers until a zero comes; the length of the stream is not known.
// Reachable by 25 numbers above 10 and a zero.
// expect: reachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int large = 0, x;
    while ((x = __VERIFIER_nondet_int()) != 0)
        if (x > 10)
            large++;
    if (large == 25)
        reach_error();
    return 0;
}
