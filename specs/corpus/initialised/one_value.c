// What was stored before the branches part is no input: a witness can be fed, and run under a sanitizer.
// target: label:kept  world: uninitialised=error  expect: reachable
// target: label:lost  world: uninitialised=error  expect: unreachable
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
    char c = __VERIFIER_nondet_char();
    char b[8] = {0};
    if (k < 0 || k > 7)
        return 0;
    if (n > 90)
        b[1] = c;
    if (n == 9 && b[k] == 0) {
    kept:
        return 1;
    }
    if (n == 9) {
    lost:
        return 2;
    }
    return 0;
}
