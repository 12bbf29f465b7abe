// Volatile memory that is bytes: what is read as volatile may be anything each time, all else is what was stored.
// entry: copied  target: label:stored  expect: reachable
// entry: copied  target: label:twice   expect: reachable
// entry: copied  target: label:before  expect: reachable
// entry: copied  target: label:lost    expect: unreachable
// entry: joined  target: label:part    expect: reachable
// entry: joined  target: label:whole   expect: reachable
// entry: taken   target: label:one    expect: reachable
// entry: taken   target: label:many   expect: unreachable
// entry: kept    target: label:one    expect: reachable
// entry: whole   target: label:seven  expect: reachable
// entry: back    target: label:other  expect: reachable
// entry: back    target: label:lost   expect: unreachable
#include <string.h>

struct queue {
    volatile int n;
    int m;
    volatile unsigned char c;
    int *p;
};

int copied(struct queue *q) {
    struct queue old;
    unsigned char *bytes = (unsigned char *)q;
    memcpy(&old, q, sizeof old);
    bytes[4] = 9;
    bytes[5] = bytes[6] = bytes[7] = 0;
    if (q->m == 9) {
    stored:
        if (q->n == 1 && q->n == 2) {
        twice:
            if (old.m == 3) {
            before:
                return 1;
            }
        }
        return 2;
    }
lost:
    return 3;
}

static volatile union {
    int a[2];
    long b;
} word;

int joined(void) {
    word.b = 1;
    if (word.a[0] == 5) {
    part:
        if (word.b == 6) {
        whole:
            return 1;
        }
    }
    return 0;
}

int taken(volatile unsigned char *p) {
    unsigned n;
    memcpy(&n, (const void *)p, 3);
    ((unsigned char *)&n)[3] = 0;
    if (n == 1) {
    one:
        return 1;
    }
    if (n > 0xffffff) {
    many:
        return 2;
    }
    return 0;
}

static volatile unsigned char ring[4];

int kept(void) {
    unsigned n;
    ring[0] = 1;
    memcpy(&n, (const void *)ring, sizeof n);
    if (n == 1) {
    one:
        return 1;
    }
    return 0;
}

static volatile int number;

int whole(void) {
    int x;
    memcpy(&x, (const void *)&number, sizeof x);
    if (x == 7) {
    seven:
        return 1;
    }
    return 0;
}

int back(int n) {
    int x = n;
    memcpy((void *)&number, &x, sizeof x);
    if (number != n) {
    other:
        return 1;
    }
    if (x != n) {
    lost:
        return 2;
    }
    return 0;
}
