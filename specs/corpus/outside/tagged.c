// Bytes that may be those of a pointer, read as a number: any number will do. Nothing is missed by that, and what no number
// leads to is unreachable; what a number leads to that may be a pointer's is unknown.
// entry: truth      target: label:two        expect: unreachable
// entry: truth      target: label:five       expect: reachable
// entry: truth      target: label:changed    expect: unknown
// entry: total      target: label:odd        expect: unreachable
// entry: total      target: label:six        expect: reachable
// entry: bucket     target: bounds           expect: unreachable
// entry: bucket     target: label:third      expect: unknown
// entry: unmasked   target: division         expect: unknown
// entry: odd_bytes  target: division         expect: unreachable
// entry: unmasked   target: assert           expect: unknown
// entry: copied     target: label:one        expect: unknown
// entry: copied     target: label:never      expect: unreachable
// entry: copied     target: label:kept       expect: unreachable
// entry: stored     target: label:pointer    expect: unknown
// entry: stored     target: label:same       expect: reachable
// entry: later      target: label:before     expect: unreachable
// entry: sign       target: label:third      expect: unreachable
// entry: sign       target: label:minus      expect: unknown
// entry: sign       target: label:ordinary   expect: unreachable
#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum tag { INT, TEXT, LIST };
struct value {
    enum tag tag;
    union {
        int64_t number;
        const char *text;
        const struct value *first;
    };
};

static int is_true(const struct value *v) {
    switch (v->tag) {
    case INT: return v->number != 0;
    case TEXT: return v->text && *v->text;
    case LIST: return v->first != 0;
    }
    return -1;
}

int truth(struct value v) {
    int is = is_true(&v);
    if (is > 1) { two: return 1; }
    if (v.tag == INT && v.number == 5) { five: return 2; }
    if (v.tag == INT && !is && v.number) { changed: return 3; }
    return 0;
}

int total(const struct value *v, int n) {
    int sum = 0;
    for (int i = 0; i < n && i < 2; i++)
        sum += v[i].tag == INT ? 6 * (v[i].number > 1) : 2 * is_true(&v[i]);
    if (sum == 6) { six: return 1; }
    if (sum % 2) { odd: return 2; }
    return 0;
}

struct entry { const char *key; int n; };
static int table[8];

int bucket(struct entry e) {
    uintptr_t bits;
    memcpy(&bits, &e.key, sizeof bits);
    int i = (int)(bits >> 4 & 7);
    table[i]++;
    if (i == 3) { third: return 1; }
    return 0;
}

int unmasked(struct entry e) {
    if (!e.key || *e.key != 'k')
        return 0;
    unsigned char bytes[sizeof(char *)];
    memcpy(bytes, &e.key, sizeof bytes);
    assert(bytes[7] == 0);
    return 100 / (bytes[0] & 1);
}

int odd_bytes(struct value v) {
    unsigned char *bytes = (unsigned char *)&v;
    if (v.tag == TEXT && v.text && *v.text == 'x')
        return 100 / (bytes[8] | 1);
    return 0;
}

int copied(const struct value *v) {
    unsigned char raw[sizeof(struct value)];
    struct value back;
    if (v->tag != TEXT || !v->text || v->text[0] != 'x')
        return 0;
    memcpy(raw, v, sizeof raw);
    if (raw[0] != TEXT) { never: return 1; }
    if (raw[8] == 16) { one: return 2; }
    memcpy(&back, v, sizeof back);
    if (back.text[0] != 'x') { kept: return 3; }
    return 0;
}

// What the program stored is known not to be a pointer.
int stored(struct value *v) {
    v->number = 64;
    if (v->number == 64) { same: ; }
    if (v->text) { pointer: return 1; }
    return 0;
}

int later(struct value *v, int n) {
    if (n > 3)
        n = 3;
    if (n == 4) { before: return 1; }
    return v->tag == INT && v->number == n;
}

union real { double d; uint64_t bits; };

int sign(double x) {
    union real r;
    r.d = x - x;
    int s = (int)(r.bits >> 63);
    if (s > 1) { third: return 1; }
    if (s == 1 && isnan(x)) { minus: return 2; }
    int exponent = (int)(r.bits >> 52 & 0x7ff);
    if (exponent != 0 && exponent != 0x7ff) { ordinary: return 3; }
    return 0;
}
