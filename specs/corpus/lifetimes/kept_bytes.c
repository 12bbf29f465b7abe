// Pointers in bytes and behind structs die like all others.
// entry: copied  target: label:in  expect: reachable
// entry: copied  target: label:out  expect: unreachable
// entry: again  target: label:old  expect: unreachable
// entry: again  target: label:new  expect: reachable
extern void *memcpy(void *, const void *, unsigned long);

struct box {
    char bytes[16];
};

int copied(void) {
    struct box b;
    int *p;
    {
        int x = 3, *q = &x;
        memcpy(b.bytes, &q, sizeof q);
        memcpy(&p, b.bytes, sizeof p);
        if (*p == 3) in: ;
    }
    memcpy(&p, b.bytes, sizeof p);
    *p = 4;
    out: return 0;
}

int again(void) {
    struct box b;
    int *p;
    for (int i = 0; i < 2; i++) {
        int x = i, *q = &x;
        if (i == 0) memcpy(b.bytes, &q, sizeof q);
        new: ;
        memcpy(&p, b.bytes, sizeof p);
        *p = 4;
        if (i == 1) old: ;
    }
    return 0;
}
