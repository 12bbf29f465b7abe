// The pair of unsigned_reverse.c with the off-by-one form `i > 0; i--`, which never looks at index 0.
// Reachable when element 0 is the only odd one.
// expect: reachable
extern void reach_error(void);

int main(void) {
    int table[32];
    int odd = 0;
    for (unsigned i = 31; i > 0; i--)
        if (table[i] & 1)
            odd = 1;
    if (!odd && (table[0] & 1))
        reach_error();
    return 0;
}
