// A signal that a program raises has its handler run before raise returns; without one most signals end the program.
// entry: handled   target: label:ran       expect: reachable
// entry: handled   target: label:early     expect: unreachable
// entry: handled   target: label:wrong     expect: unreachable
// entry: handled   target: label:late      expect: unreachable
// entry: ignored   target: label:goes_on   expect: reachable
// entry: ends      target: label:alive     expect: unreachable
// entry: child     target: label:nothing   expect: reachable
// entry: child     target: label:failed    expect: unreachable
// entry: unknown   target: label:refused   expect: reachable
// entry: unknown   target: label:taken     expect: unreachable
#include <signal.h>

static int got;

static void note(int number) { got += number; }

int handled(void) {
    if (signal(SIGUSR1, note) == SIG_ERR) return 1;
    int before = got;
    if (before != 0 && before != SIGUSR1) { early: return 2; }
    if (raise(SIGUSR1) != 0) { wrong: return 3; }
    if (got == before) { late: return 4; }
    if (got == SIGUSR1) { ran: return 5; }
    return 0;
}

int ignored(void) {
    if (signal(SIGTERM, SIG_IGN) == SIG_ERR) return 1;
    raise(SIGTERM);
goes_on:
    return 0;
}

int ends(void) {
    raise(SIGKILL);
alive:
    return 0;
}

int child(void) {
    if (raise(SIGCHLD) != 0) { failed: return 1; }
nothing:
    return 0;
}

int unknown(void) {
    if (raise(65) == -1) { refused: return 1; }
taken:
    return 0;
}
