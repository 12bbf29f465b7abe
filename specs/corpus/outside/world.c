// What lies outside may be taken to be otherwise.
// target: label:changed  entry: f  expect: unreachable
// target: label:changed  entry: f  world: globals=any  expect: reachable
// target: label:table    entry: f  world: globals=any  expect: reachable
// target: label:fixed    entry: f  world: globals=any  expect: unreachable
// target: label:none     entry: g  expect: unreachable
// target: label:none     entry: g  world: malloc=may-fail  expect: reachable
#include <stdlib.h>
static int level = 1, table[3] = { 1, 2, 3 };
static const int fixed[2] = { 4, 5 };

int f(void) {
    if (level != 1) { changed: ; }
    if (table[1] == 9) { table: ; }
    if (fixed[1] != 5) { fixed: return 1; }
    return 0;
}

int g(void) {
    int *p = malloc(8);
    if (!p) { none: return 1; }
    return 0;
}
