// Bits of a byte that are set and cleared by their numbers: no other bit is ever set.
// entry: flags  target: label:OVER  expect: unreachable
// entry: flags  target: label:SOME  expect: reachable
extern int in(void);

static const unsigned char bit[] = {0, 3, 7, 1, 200};

int flags(int n) {
    unsigned flags = 0, last = 0;
    for (int i = 0; i < n; i++) {
        unsigned k = in() & 3;
        if (in())
            flags |= 1u << bit[k];
        else
            flags &= ~(1u << bit[k]);
        last = flags >> k;
    }
    if (flags > 255 || last > 255) {
        OVER: return 1;
    }
    if (flags == 0x83 && last == 0x10) {
        SOME: return 2;
    }
    return 0;
}
