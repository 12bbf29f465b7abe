// Memory that is resized where only some of it was stored to: what the rest holds is copied, and does not matter.
// entry: grown   target: label:KEPT    expect: reachable
// entry: grown   target: label:OTHER   expect: unreachable
#include <stdlib.h>

int grown(int x) {
    char *text = realloc(NULL, 4);
    if (!text)
        return -1;
    text[0] = (char)x;
    text = realloc(text, 8);
    if (!text)
        return -1;
    int first = text[0];
    free(text);
    if (first == 5)
KEPT:   return 1;
    if (first == x + 256 && x >= 0)
OTHER:  return 2;
    return 0;
}
