// A character that is pushed back is what the next read of that stream gives, and of no other; the end of a file is
// pushed back by nobody.
// entry: again   target: label:same      expect: reachable
// entry: again   target: label:differs   expect: unreachable
// entry: again   target: label:after     expect: reachable
// entry: number  target: label:read      expect: reachable
// entry: number  target: label:lost      expect: unreachable
// entry: number  target: label:rest      expect: reachable
// entry: ended   target: label:pushed    expect: unreachable
// entry: other   target: label:beside     expect: reachable
#include <ctype.h>
#include <stdio.h>

int again(void) {
    int c = getchar();
    if (c == EOF) return 0;
    if (ungetc(c, stdin) != c) { differs: return 1; }
    int d = getc(stdin);
    if (d != c) goto differs;
    if (d == 'a') { same: d = getchar(); }
    if (d == 'b' && c == 'a') { after: return 2; }
    return 0;
}

int number(void) {
    int c, n = 0, digits = 0;
    while (isdigit(c = getchar()) && digits < 3) {
        n = n * 10 + (c - '0');
        digits++;
    }
    if (c != EOF) ungetc(c, stdin);
    if (n == 42 && digits == 2) { read:
        if (c != EOF && isdigit(getchar())) { lost: return 1; }
        if (c == ';') { rest: return 2; }
    }
    return 0;
}

int ended(void) {
    if (ungetc(EOF, stdin) != EOF) { pushed: return 1; }
    return 0;
}

int other(FILE *f) {
    int c = fgetc(f);
    if (c != 'x') return 0;
    ungetc(c, f);
    if (getchar() == 'y') { beside: return 1; }
    return 0;
}
