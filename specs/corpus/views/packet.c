// A packed header over a buffer of bytes, which may be too short for it.
// target: label:right  entry: parse  expect: reachable
// target: label:wrong  entry: parse  expect: unreachable
// target: bounds       entry: early  expect: reachable
#include <stdint.h>
struct header { uint8_t version; uint16_t length; uint32_t id; } __attribute__((packed));

int parse(const unsigned char *p, unsigned n) {
    if (n != 7) return -1;
    const struct header *h = (const struct header *)p;
    if (h->version == 4 && h->length == 0x1234 && h->id == 0xdeadbeef) {
        right:
        if (p[1] != 0x34 || p[6] != 0xde) { wrong: return 2; }
        return 1;
    }
    return 0;
}

int early(const unsigned char *p) { return ((const struct header *)p)->version; }
