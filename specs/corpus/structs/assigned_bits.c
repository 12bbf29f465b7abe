// The value of an assignment to a bit-field is what it holds afterwards: 9 leaves 1 in 3 bits.
// define: VALUE=1  expect: reachable
// define: VALUE=9  expect: unreachable
extern void reach_error(void);

struct s {
    unsigned b : 3;
};

int main(void) {
    struct s s;
    int x = (s.b = 9);
    if (x == VALUE) reach_error();
    return 0;
}
