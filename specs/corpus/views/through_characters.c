// A pointer that is copied into an array of characters and out of it again is the same pointer.
// target: call:wrong  expect: unreachable
// target: call:done   expect: reachable
// target: undefined   expect: unreachable
extern void wrong(void), done(void);
extern void *memcpy(void *, const void *, unsigned long);

static int x = 9;

static int *through(int *p) {
    unsigned char bytes[sizeof p];
    memcpy(bytes, &p, sizeof p);
    int *q;
    memcpy(&q, bytes, sizeof q);
    return q;
}

int main(void) {
    int *p = &x, *q;
    char bytes[sizeof p];
    memcpy(bytes, &p, sizeof p);
    memcpy(&q, bytes, sizeof q);
    if (q != &x || *q != 9 || through(&x) != &x || through(0)) wrong();
    done();
    return 0;
}
