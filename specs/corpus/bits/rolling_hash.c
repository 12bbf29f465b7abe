// A hash over at most 6 letters with a multiplier that is odd, on 32 bits.
// Reachable: the hash of "rope" as computed here from its four letters.
// entry: hash  expect: reachable
extern void reach_error(void);

void hash(const char *s) {
    unsigned h = 7;
    for (int i = 0; i < 6 && s[i] != 0; i++)
        h = 31 * h + (unsigned char)s[i];
    if (h == 9971065u)
        reach_error();
}
