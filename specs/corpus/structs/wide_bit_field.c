// A bit-field of 40 bits holds less than 2^40: 3 * (2^39 - 1) leaves 2^39 - 3. Arithmetic is done in its declared type,
// as Clang has it (gcc does it in 40 bits): 1 more than the largest is not 0.
// define: CASE=s.total==549755813885  expect: reachable
// define: CASE=s.total>549755813885  expect: unreachable
// define: CASE=s.tick+1==0  expect: unreachable
// define: CASE=s.tick+1>s.tick+1ull  expect: unreachable
// define: CASE=s.tick+1==1099511627776  expect: reachable
// define: CASE=s.tick>>40  expect: unreachable
extern void reach_error(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

struct s {
    unsigned long long total : 40, tick : 40;
};

int main(void) {
    struct s s = {0};
    for (int i = 0; i < 3; i++) s.total += 0x7fffffffff;
    s.tick = __VERIFIER_nondet_ulonglong();
    if (CASE) reach_error();
    return 0;
}
