// A union that starts with its smallest member has zeros above it: -1 in a signed char is 255 in the whole.
// define: WHOLE=255u  expect: reachable
// define: WHOLE=4294967295u  expect: unreachable
extern void reach_error(void);

union u {
    signed char part;
    unsigned whole;
};

static union u u = {-1};

int main(void) {
    if (u.whole == WHOLE) reach_error();
    return 0;
}
