// A reader of six bits at a time that writes bytes: how many bits are left says how large what is left can be.
// entry: decode  target: label:LEFT   expect: unreachable
// entry: decode  target: label:MANY   expect: unreachable
// entry: decode  target: label:WORD   expect: reachable
extern unsigned in(void);

int decode(unsigned n) {
    unsigned rest = 0, bits = 0, word = 0;
    for (unsigned i = 0; i < n; i++) {
        rest = rest << 6 | (in() & 63);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            word = word << 8 | (rest >> bits & 255);
            rest &= (1u << bits) - 1;
        }
        if (rest > 63) {
            LEFT: return 1;
        }
        if (bits > 6) {
            MANY: return 2;
        }
    }
    if (word == 0x6c6172 && bits == 0) {
        WORD: return 3;
    }
    return 0;
}
