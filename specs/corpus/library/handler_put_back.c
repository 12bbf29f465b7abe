// What signal gives is what was done before, which can be set again; a handler may end the program, and then what
// atexit was told runs.
// define: CASE=old==note                 expect: unreachable
// define: CASE=got==SIGINT               expect: reachable
// define: CASE=ended                     expect: unreachable
// target: label:STOPPED                  expect: reachable
// target: label:NOT_STOPPED              expect: unreachable
#include <signal.h>
#include <stdlib.h>
extern void reach_error(void);
static int got, ended;
#ifndef CASE
#define CASE 0
#endif

static void note(int number) {
    got = number;
    if (number == SIGTERM) exit(3);
}

static void done(void) {
    ended = 1;
    if (got == SIGTERM)
    STOPPED:
        ended = 2;
    if (got == SIGPIPE)
    NOT_STOPPED:
        ended = 3;
}

int main(void) {
    atexit(done);
    void (*old)(int) = signal(SIGINT, note);
    signal(SIGTERM, note);
    signal(SIGINT, old);
    if (CASE) reach_error();
    return 0;
}
