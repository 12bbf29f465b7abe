// Characters are told apart by a table; every third one is a digit of a strange alphabet.
// target: label:found    entry: f expect: reachable
// target: label:nowhere  entry: f expect: unreachable
// target: label:stretch  entry: f expect: reachable
// target: label:beside   entry: f expect: unreachable
static const unsigned char kind[256] = {[10 ... 19] = 3, [40] = 9, [41 ... 47] = 2, [200 ... 255] = 1};

int f(unsigned char c, unsigned char d) {
    if (kind[c] == 9 && c > 39) {
    found:
        if (c != 40) {
        beside:
            return 1;
        }
    }
    if (kind[c] > 3 && kind[c] < 9) {
    nowhere:
        return 2;
    }
    if (kind[c] == 2 && kind[d] == 1 && c + d == 302) {
    stretch:
        return 3;
    }
    return 0;
}
