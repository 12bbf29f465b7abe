// Folds the bits of 4 bytes into a parity by exclusive or.
// Reachable: one odd bit is enough. The parity is a bit, so 2 is never its value.
// define: PARITY=1  expect: reachable
// define: PARITY=2  expect: unreachable
extern void reach_error(void);

int main(void) {
    unsigned char data[4];
    int parity = 0;
    for (int i = 0; i < 4; i++)
        parity ^= data[i] & 1;
    if (parity == PARITY)
        reach_error();
    return 0;
}
