// A stream that could not be opened is a null pointer, which functions of the library follow.
// target: null  expect: reachable
// target: label:both  expect: unreachable
// target: label:read  expect: reachable
#include <stdio.h>

int main(void) {
    FILE *f = fopen("settings", "r");
    int first = fgetc(f);
    if (f == NULL)
    both:
        return 1;
    if (first == 'a')
    read:
        return 2;
    return 0;
}
