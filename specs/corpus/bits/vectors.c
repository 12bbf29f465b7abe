#include <stdint.h>

int power(unsigned n) {
    if (n > 1000 && !(n & (n - 1)) && n % 7 == 2)
        goto two;
    if (n > 1000 && !(n & (n - 1)) && n % 7 == 3)
        goto three;
    return 0;
two:
    return 1;
three:
    return 2;
}

int hexadecimal(const char *s) {
    unsigned v = 0;
    for (int i = 0; i < 4; i++) {
        unsigned d;
        if (s[i] >= '0' && s[i] <= '9')
            d = s[i] - '0';
        else if (s[i] >= 'a' && s[i] <= 'f')
            d = s[i] - 'a' + 10;
        else
            return -1;
        v = v << 4 | d;
    }
    if (v == 0xbeef)
        goto beef;
    return 0;
beef:
    return 1;
}

int ones(uint32_t x) {
    int n = 0;
    for (uint32_t y = x; y; y &= y - 1)
        n++;
    if (n == 11 && x > 0x10000000 && (x & 0xff) == 0x5a)
        goto eleven;
    return 0;
eleven:
    return 1;
}

int mixed(uint32_t a, uint32_t b) {
    uint32_t h = a * 0x9e3779b1u;
    h = h << 13 | h >> 19;
    h = (h ^ b) * 5 + 0xe6546b64;
    if (h == 0x12345678 && b > 100)
        goto hit;
    return 0;
hit:
    return 1;
}

int check(uint8_t *p) {
    uint8_t c = 0xff;
    for (int i = 0; i < 3; i++) {
        c ^= p[i];
        for (int k = 0; k < 8; k++)
            c = c & 0x80 ? c << 1 ^ 0x31 : c << 1;
    }
    if (c == 0x42 && p[0] == 'a' && p[1] == 'b')
        goto hit;
    return 0;
hit:
    return 1;
}

/* The root of a square, bit by bit. */
int root(uint16_t n) {
    unsigned r = 0;
    for (int i = 7; i >= 0; i--) {
        unsigned c = r | 1u << i;
        if (c * c <= n)
            r = c;
    }
    if (r * r > n)
        goto over;
    if (n - r * r == 2 * r)
        goto last;
    if (n - r * r > 2 * r)
        goto under;
    return 0;
over:
    return 1;
last:
    return 2;
under:
    return 3;
}

/* Parity in two ways. */
int parity(uint32_t v) {
    uint32_t x = v;
    int q = 0;
    v ^= v >> 16;
    v ^= v >> 8;
    v ^= v >> 4;
    int p = 0x6996 >> (v & 15) & 1;
    for (; x; x >>= 1)
        q ^= x & 1;
    if (p != q)
        goto differ;
    return 0;
differ:
    return 1;
}
