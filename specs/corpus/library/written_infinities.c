// What is infinite or no number is written by its name, with its sign, and filled up with spaces. The sign of what
// arithmetic gave that is no number nobody has fixed.
// target: label:plus      entry: infinite  expect: reachable
// target: label:minus     entry: infinite  expect: reachable
// target: label:none      entry: any       expect: reachable
// target: label:negative  entry: computed  expect: reachable
// target: label:positive  entry: computed  expect: reachable
// target: label:other     entry: computed  expect: unreachable
// target: label:wrong     entry: given     expect: unreachable
// target: label:short_of  entry: given     expect: unreachable
#include <math.h>
#include <stdio.h>
#include <string.h>

int infinite(double v) {
    if (!isinf(v))
        return 0;
    char text[8];
    sprintf(text, "%05F", v);
    if (text[1] == '-') { minus: return 2; }
    if (text[4] == 'F') { plus: return 3; }
    return 0;
}

int any(double v) {
    char text[8];
    snprintf(text, sizeof text, "%f", v);
    if (strcmp(text, "nan") == 0) { none: return 1; }
    return 0;
}

int computed(double v) {
    if (!isinf(v))
        return 0;
    char text[8];
    sprintf(text, "%e", v - v);
    if (text[0] == '-') { negative: return 1; }
    if (text[0] == 'n' && text[3] == 0) { positive: return 2; }
    other: return 3;
}

int given(void) {
    char text[8];
    sprintf(text, "%+G", (double)INFINITY);
    if (strcmp(text, "+INF") != 0) { wrong: return 1; }
    int n = snprintf(text, 4, "%06e|", -(double)INFINITY);
    if (n != 7 || strcmp(text, "  -") != 0) { short_of: return 2; }
    return 0;
}
