// Walks an array from behind with `i-- > 0`, the usual form for unsigned indices; no index is missed.
// Unreachable: all 32 elements are visited, so an odd one leaves the flag set.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    int table[32];
    int odd = 0;
    for (unsigned i = 32; i-- > 0;)
        if (table[i] & 1)
            odd = 1;
    if (!odd && (table[0] & 1))
        reach_error();
    return 0;
}
