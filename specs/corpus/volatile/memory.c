// Variables of functions that are volatile hold what the program stored there; static ones, and global ones, can hold
// anything. Both are what one says of the world.
// target: label:own     expect: unreachable
// define: INPUT  target: label:own     world: volatile=input   expect: reachable
// target: label:through expect: unreachable
// target: label:kept    expect: reachable
// target: label:kept    world: volatile=memory  expect: unreachable
// target: label:flag    expect: reachable
// target: label:flag    world: volatile=memory  expect: unreachable
extern int __VERIFIER_nondet_int(void);
volatile int flag;

static void add(volatile int *to, int n) {
    for (int i = 0; i < n; i++) *to += 2;
}

int main(void) {
    static volatile int kept = 4;
    volatile int own = 1;
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    add(&own, n);
    if (own != 2 * n + 1) { own: return 1; }
#ifndef INPUT
    int plain = 3;
    int *volatile through = &plain;
    if (*through != 3) { through: return 2; }
#endif
    if (kept != 4) { kept: return 3; }
    flag = n;
    if (flag != n) { flag: return 4; }
    return 0;
}
