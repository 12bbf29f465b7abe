// How many bytes of a character are still to come says how large what was read of it can be.
// entry: characters  target: label:LARGE   expect: unreachable
// entry: characters  target: label:BEFORE  expect: unreachable
// entry: characters  target: label:EURO    expect: reachable
int characters(const unsigned char *s, unsigned n) {
    unsigned need = 0, point = 0;
    for (unsigned i = 0; i < n; i++) {
        unsigned c = s[i];
        if (need == 0) {
            if (c < 0x80)
                point = c;
            else if ((c & 0xe0) == 0xc0)
                need = 1, point = c & 0x1f;
            else if ((c & 0xf0) == 0xe0)
                need = 2, point = c & 0x0f;
            else if ((c & 0xf8) == 0xf0)
                need = 3, point = c & 0x07;
            else
                return -1;
        } else {
            if ((c & 0xc0) != 0x80)
                return -2;
            point = point << 6 | (c & 0x3f);
            need--;
        }
        if (point > 0x1fffff) {
            LARGE: return 1;
        }
        if (need == 1 && point > 0x7fff) {
            BEFORE: return 2;
        }
    }
    if (need == 0 && point == 0x20ac) {
        EURO: return 3;
    }
    return 0;
}
