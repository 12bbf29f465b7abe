// What functions that print give is negative or how much they printed.
// entry: lengths  target: label:LINE    expect: unreachable
// entry: lengths  target: label:SHORT   expect: unreachable
// entry: lengths  target: label:LONG    expect: unreachable
// entry: lengths  target: label:OTHER   expect: unreachable
// entry: lengths  target: label:TEXT    expect: unreachable
// entry: lengths  target: label:SIGNED  expect: reachable
// entry: lengths  target: label:FIELDS  expect: reachable
#include <stdio.h>

int lengths(int a, unsigned u, char c) {
    int n = printf("%d\n", a);
    int fields = fprintf(stdout, "<%3d|%x|%c%%>", a, u, c);
    int one = putchar('A');
    int text = printf("abc");
    if (a == 0 && n == 4) {
        LINE: return 1;
    }
    if (fields >= 0 && fields < 10) {
        SHORT: return 2;
    }
    if (fields > 25) {
        LONG: return 3;
    }
    if (one == 'B') {
        OTHER: return 4;
    }
    if (text >= 0 && text != 3) {
        TEXT: return 5;
    }
    if (n == 5 && a < 0) {
        SIGNED: return 6;
    }
    if (fields == 25) {
        FIELDS: return 7;
    }
    return 0;
}
