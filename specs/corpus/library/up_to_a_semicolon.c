// getdelim reads up to a character, which it keeps; what ends without one is at the end of the file.
// target: label:word     expect: reachable
// target: label:none     expect: unreachable
// target: label:inside   expect: unreachable  expect_today: unknown  timeout: 2s
// target: label:last     expect: reachable
// target: label:swapped  expect: reachable
// target: bounds         expect: unreachable
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char *part = NULL, pair[2];
    size_t size = 0;
    long n = getdelim(&part, &size, ';', stdin);
    if (n == 0) { none: return 2; }
    if (n < 3) return 0;
    if (part[0] == ';') { inside: return 1; }
    if (part[0] == 'x' && part[n - 1] == ';') { word: ; }
    if (part[n - 1] != ';') { last: ; }
    swab(part, pair, 2);
    if (pair[1] == 'x' && pair[0] == 'y') { swapped: ; }
    return 0;
}
