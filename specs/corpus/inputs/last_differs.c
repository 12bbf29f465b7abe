// Reads 6 numbers and remembers the last two.
// Reachable when the last two differ by 100: each read gives a fresh value.
// expect: reachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int before = 0, last = 0;
    for (int i = 0; i < 6; i++) {
        before = last;
        last = __VERIFIER_nondet_int();
    }
    if (last == before + 100 && before == 42)
        reach_error();
    return 0;
}
