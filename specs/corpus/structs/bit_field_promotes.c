// An unsigned bit-field of 3 bits is an int in arithmetic: 1 - 2 is negative. What it holds is at most 7.
// define: CASE=s.b-2<0  expect: reachable
// define: CASE=s.b>7  expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct s {
    unsigned b : 3;
};

int main(void) {
    struct s s;
    s.b = __VERIFIER_nondet_int();
    if (CASE) reach_error();
    return 0;
}
