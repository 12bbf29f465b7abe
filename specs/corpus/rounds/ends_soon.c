// Loops that end soon are unrolled to their ends: a checksum over a few characters.
// target: label:ones  entry: f expect: reachable
// target: label:odd   entry: f expect: unreachable
unsigned f(unsigned char a, unsigned char b) {
    unsigned char text[4] = {a, b, a ^ b, (unsigned char)(a & b)};
    unsigned ones = 0;
    for (int i = 0; i < 4; i++)
        for (unsigned char rest = text[i]; rest; rest &= rest - 1)
            ones++;
    if (ones == 20) {
    ones:
        return 1;
    }
    if ((text[0] ^ text[1] ^ text[2]) != 0) {
    odd:
        return 2;
    }
    return 0;
}
