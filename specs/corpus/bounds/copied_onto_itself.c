// What is copied and where it goes have nothing in common, but for `memmove`, or begin at one place.
// entry: block   target: overlap       expect: reachable
// entry: block   target: label:MOVED   expect: unreachable
// entry: block   target: label:APART   expect: reachable
// entry: moved   target: overlap       expect: unreachable
// entry: moved   target: label:FAR     expect: reachable
// entry: text    target: overlap       expect: reachable
// entry: text    target: label:CUT     expect: unreachable
// entry: some    target: overlap       expect: reachable
// entry: forward target: overlap       expect: reachable
// entry: forward target: bounds        expect: unreachable
// entry: behind  target: overlap       expect: reachable
// entry: behind  target: label:BEHIND  expect: unreachable
// entry: other   target: overlap       expect: unreachable
// entry: same    target: overlap       expect: unreachable
// entry: rows    target: overlap       expect: reachable
// entry: rows    target: label:THIRD   expect: reachable
#include <string.h>
struct pair {
    int x, y;
};

int block(unsigned n) {
    char a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    if (n > 4)
        return 0;
    memcpy(a + 3, a, n);
    if (n == 4)
    MOVED:
        return 1;
    if (n == 3 && a[5] == 3)
    APART:
        return 2;
    return 0;
}

int moved(unsigned n) {
    char a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    if (n > 5)
        return 0;
    memmove(a + 3, a, n);
    if (a[7] == 5)
    FAR:
        return 1;
    return 0;
}

int text(int k) {
    char s[8] = "  word";
    strcpy(s, s + (k ? 2 : 0));
    if (s[0] == 'w')
    CUT:
        return 1;
    return 0;
}

int some(void) {
    char s[16] = "abcdef";
    strncpy(s + 2, s, 3);
    return s[4];
}

int other(const char *from) {
    char s[16] = "abc", t[16] = "def";
    strcpy(s, t);
    strcat(s, t);
    strncat(t, s, 3);
    if (strlen(from) < 8)
        strcpy(t, from);
    return s[0];
}

int same(int k) {
    struct pair p[2] = {{1, 2}, {3, 4}};
    int i = k & 1;
    memcpy(&p[i], &p[0], sizeof p[0]);
    return p[1].x;
}

int rows(int i) {
    int t[4][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
    if (i < 0 || i > 6)
        return 0;
    int *from = &t[0][0] + i;
    memcpy(t[3], from, sizeof t[3]);
    if (t[3][0] == 3 && i == 2)
    THIRD:
        return 1;
    memcpy(&t[0][0] + 1, from, sizeof t[3]);
    return 0;
}

/* What is read was stored before: the end of the text is gone. */
int forward(int k) {
    char s[16] = "abcde";
    if (k == 3)
        strcpy(s + 2, s);
    return s[4];
}

int behind(int k) {
    char s[16] = "abc";
    strcat(s, s + (k & 1));
BEHIND:
    return s[4];
}
