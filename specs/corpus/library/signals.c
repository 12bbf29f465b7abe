// A handler runs once or never where it is set, with the number of its signal; what was ignored stays so.
// define: CASE=got==SIGINT  expect: reachable
// define: CASE=got==SIGTERM  expect: reachable
// define: CASE=got==SIGHUP  expect: unreachable
// define: CASE=calls==2  expect: reachable
// define: CASE=calls==3  expect: unreachable
// define: CASE=late&&got!=SIGTERM  expect: unreachable
#include <signal.h>
extern void reach_error(void);
static int got, calls, late;

static void note(int number) {
    got = number;
    calls++;
}

int main(void) {
    if (signal(SIGINT, SIG_IGN) != SIG_IGN)
        if (signal(SIGINT, note) == SIG_ERR) return 1;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    int before = calls;
    signal(SIGTERM, note);
    late = calls != before;
    if (CASE) reach_error();
    return 0;
}
