// What atexit is told runs where main, which has arguments, returns.
// target: label:THREE  expect: reachable
// target: label:FOUR   expect: unreachable
#include <stdlib.h>
static int given;

static void last(void) {
    if (given == 3) {
    THREE:
        given = 0;
    }
    if (given == 4) {
    FOUR:
        given = 0;
    }
}

int main(int argc, char **argv) {
    (void)argv;
    given = argc;
    if (argc != 4) atexit(last);
    return 0;
}
