// What is declared not to return ends the run, with a body or without.
// expect: unreachable  target: label:behind
// expect: reachable    target: label:zero
// expect: unreachable  target: label:below
// expect: reachable    target: call:die
extern int input(void);
extern void die(int) __attribute__((noreturn));
extern _Noreturn int give_up(void);

static _Noreturn void fail(int code) {
    while (code < 0)
        code++;
    die(code);
}

int main(void) {
    int n = input();
    if (n > 3)
        die(n);
    if (n > 0)
        n = give_up();
    if (n > 0)
behind:
        n = 1;
    if (n < 0)
        fail(n);
    if (n < 0)
below:
        n = 2;
zero:
    return n;
}
