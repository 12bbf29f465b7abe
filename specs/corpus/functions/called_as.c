// Functions that are called through pointers to others, whose parameters are pointers to other types: what destroys an
// element of a container, or compares two, is written for its type and called for `void *`.
// entry: destroyed  target: label:l1  expect: reachable
// entry: destroyed  target: label:l2  expect: unreachable
// entry: destroyed  target: lifetime  expect: unreachable
// entry: sorted  target: label:l3  expect: reachable
// entry: sorted  target: label:l4  expect: unreachable
// entry: either  target: label:l5  expect: reachable
// entry: either  target: label:l6  expect: reachable
// entry: either  target: label:l7  expect: unreachable
// entry: bytes  target: label:l8  expect: reachable
// entry: bytes  target: label:l9  expect: unreachable
// entry: made  target: label:l10  expect: reachable
// entry: made  target: label:l11  expect: unreachable
// entry: made  target: label:l12  expect: reachable
// entry: told  target: label:l13  expect: reachable
// entry: told  target: label:l14  expect: unreachable
// entry: freed_twice  target: double-free  expect: reachable
#include <stdlib.h>

typedef void (*destroy)(void *);
typedef int (*compare)(const void *, const void *);

struct item {
    int key;
    struct item *next;
};

static int destroyed_keys;

static void item_destroy(struct item *item) {
    destroyed_keys += item->key;
    free(item);
}

static void each(struct item *item, destroy done) {
    while (item) {
        struct item *next = item->next;
        done(item);
        item = next;
    }
}

int destroyed(int k) {
    destroyed_keys = 0;
    struct item *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b || k < 0 || k > 1000) {
        free(a);
        free(b);
        return 0;
    }
    a->key = k;
    a->next = b;
    b->key = 3;
    b->next = NULL;
    each(a, (destroy)item_destroy);
    if (destroyed_keys == 45) {
    l1:
        return 1;
    }
    if (destroyed_keys != k + 3) {
    l2:
        return 2;
    }
    return 0;
}

static int by_key(const struct item *a, const struct item *b) {
    return (a->key > b->key) - (a->key < b->key);
}

int sorted(int k) {
    struct item items[3] = {{5, 0}, {k, 0}, {2, 0}};
    qsort(items, 3, sizeof *items, (compare)by_key);
    if (items[2].key == 77) {
    l3:
        return 1;
    }
    if (items[0].key > 2) {
    l4:
        return 2;
    }
    return 0;
}

static int as_int(int *value) {
    return *value;
}

static int as_any(void *value) {
    return value ? 100 : 200;
}

int either(int k) {
    int value = k & 15;
    int (*f)(unsigned *) = k < 0 ? (int (*)(unsigned *))as_any : (int (*)(unsigned *))as_int;
    int r = f((unsigned *)&value);
    if (r == 100) {
    l5:
        return 1;
    }
    if (r == 9) {
    l6:
        return 2;
    }
    if (r > 15) {
    l7:
        return 3;
    }
    return 0;
}

static int second_byte(const unsigned char *bytes) {
    return bytes[1];
}

int bytes(unsigned k) {
    int (*f)(const unsigned *) = (int (*)(const unsigned *))second_byte;
    int r = f(&k);
    if (r == 0x12) {
    l8:
        return 1;
    }
    if (r != (int)(k >> 8 & 255)) {
    l9:
        return 2;
    }
    return 0;
}

static struct item *item_new(const int *key) {
    struct item *item = malloc(sizeof *item);
    if (item) {
        item->key = *key;
        item->next = NULL;
    }
    return item;
}

static int shared_number;

static int *number_new(const int *key) {
    shared_number = *key + 1;
    return &shared_number;
}

int made(int k, int as_number) {
    void *(*make)(const void *) = (void *(*)(const void *))item_new;
    if (as_number == 1)
        make = (void *(*)(const void *))number_new;
    if (k < 0 || k > 100)
        return 0;
    void *new = make(&k);
    if (!new)
        return 0;
    int r = as_number == 1 ? *(int *)new : ((struct item *)new)->key;
    if (r == 101) {
    l10:
        return 1;
    }
    if (r != k && r != k + 1) {
    l11:
        return 2;
    }
    if (r == 50 && as_number != 1) {
    l12:
        return 3;
    }
    return 0;
}

static int tells(int *count) {
    return ++*count;
}

int told(int k) {
    void (*tell)(void *) = (void (*)(void *))tells;
    int count = k & 7;
    tell(&count);
    tell(&count);
    if (count == 9) {
    l13:
        return 1;
    }
    if (count < 2) {
    l14:
        return 2;
    }
    return 0;
}

int freed_twice(int k) {
    void (*done)(int *) = (void (*)(int *))free;
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = k;
    if (*p == 8)
        done(p);
    done(p);
    return 1;
}
