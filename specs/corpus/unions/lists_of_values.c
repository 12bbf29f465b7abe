// Values that are numbers, texts or lists of values, in one union: the pointers of a list are elements of an array there.
// entry: entry  target: label:DEEP   expect: reachable
// entry: entry  target: label:SUM    expect: reachable
#include <stdint.h>

struct value {
    uint8_t type;
    union {
        struct { uint16_t length; const char *text; } text;
        int64_t number;
        struct { uint8_t length; struct value *items[2]; } list;
    } as;
};

static int size(const struct value *v, int depth) {
    if (depth > 2) {
        DEEP: return -1;
    }
    switch (v->type) {
    case 0:
        return v->as.number > 0 && v->as.number < 100 ? (int)v->as.number : 1;
    case 1:
        return v->as.text.length;
    case 2: {
        int sum = 0;
        for (int i = 0; i < v->as.list.length && i < 2; i++)
            if (v->as.list.items[i])
                sum += size(v->as.list.items[i], depth + 1);
        return sum;
    }
    default:
        return 0;
    }
}

int entry(const struct value *v) {
    int n = size(v, 0);
    if (v->type == 2 && n == 199) {
        SUM: return 1;
    }
    return 0;
}
