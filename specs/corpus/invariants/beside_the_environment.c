// What is read from elsewhere, and assumed of it, changes nothing of what is asked about what is read here.
// entry: environment   target: label:largest    expect: reachable
// entry: environment   target: label:too_large  expect: unreachable
#include <stdio.h>
#include <stdlib.h>
int environment(void) {
    unsigned short r[4];
    int n;
    getenv("HOME");
    for (n = 0; n < 4; n++) {
        if (fread(&r[n], 2, 1, stdin) != 1)
            break;
        if (r[n] > 512)
            return 2;
    }
    if (n > 0 && r[0] == 512) {
        largest: ;
    }
    if (n > 0 && r[0] > 512) {
        too_large: ;
    }
    return n;
}
