// Memory of numbers with a sign, and of numbers without one, that one pointer leads to.
// entry: filled   target: label:minus   expect: reachable
// entry: filled   target: label:large   expect: reachable
// entry: filled   target: label:other   expect: unreachable
// entry: copied   target: label:same    expect: reachable
// entry: copied   target: label:differ  expect: unreachable
// entry: resized  target: label:kept    expect: reachable
// entry: resized  target: label:lost    expect: unreachable
#include <stdlib.h>
#include <string.h>

int filled(int which, int value) {
    signed char a[4];
    unsigned char b[4];
    memset(which ? (void *)a : (void *)b, value, 4);
    if (which && a[1] == -56) {
        minus:
        return 1;
    }
    if (!which && b[2] == 200) {
        large:
        return 2;
    }
    if (which ? a[0] != (signed char)value : b[0] != (unsigned char)value) {
        other:
        return 3;
    }
    return 0;
}

int copied(int which, const unsigned char from[4]) {
    signed char a[4] = {0};
    unsigned char b[4] = {0};
    void *to = which ? (void *)a : (void *)b;
    memcpy(to, from, 4);
    if (which && a[3] == -1 && a[0] == 'x') {
        same:
        return 1;
    }
    if (which ? a[2] != (signed char)from[2] : b[2] != from[2]) {
        differ:
        return 2;
    }
    return 0;
}

struct buffer {
    unsigned char *text;
    int is_mine;
};

int resized(char *given, int number) {
    struct buffer b = {0, 0};
    if (number < 0 || number > 3)
        return 0;
    if (number == 3) {
        b.text = calloc(4, 1);
        b.is_mine = 1;
    } else {
        b.text = (unsigned char *)given;
    }
    b.text[number] = 250;
    if (b.is_mine)
        b.text = realloc(b.text, 8);
    if (b.is_mine && b.text[3] == 250) {
        kept:
        return 1;
    }
    if (b.text[number] != 250) {
        lost:
        return 2;
    }
    return 0;
}
