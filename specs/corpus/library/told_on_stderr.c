// What is printed, beside memory that is freed: streams live as long as the program, and pointers that are printed and
// mentioned nowhere else are looked at as well.
// entry: made  target: label:l1  expect: reachable
// entry: made  target: label:l2  expect: unreachable
// entry: told  target: label:l3  expect: reachable
// entry: told  target: lifetime  expect: unreachable
// entry: told_late  target: lifetime  expect: reachable
#include <stdio.h>
#include <stdlib.h>

static const char *name = "lariat";

int made(int k) {
    char *p = malloc(4);
    if (!p || k < 0) {
        fprintf(stderr, "no memory\n");
        fputs("none\n", stdout);
        free(p);
        return 1;
    }
    p[0] = (char)(k & 7);
    int r = p[0];
    free(p);
    if (r == 5) {
    l1:
        return 2;
    }
    if (r > 7) {
    l2:
        return 3;
    }
    return 0;
}

int told(int k) {
    char *p = calloc(2, 1);
    if (!p)
        return 0;
    printf("%s %s\n", name, p);
    free(p);
    if (k == 3) {
    l3:
        return 1;
    }
    return 0;
}

int told_late(int k) {
    char *p = calloc(2, 1);
    if (!p)
        return 0;
    free(p);
    if (k == 3)
        printf("%s\n", p);
    return 0;
}
