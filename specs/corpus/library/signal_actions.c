// What is done about a signal is what was said last, and is told who asks; sets of signals have what was put into them.
// define: CASE=got==SIGINT  expect: reachable
// define: CASE=got==SIGUSR1&&sender==7  expect: reachable
// define: CASE=got&&got!=SIGINT&&got!=SIGUSR1  expect: unreachable
// define: CASE=now.sa_handler!=note  expect: unreachable
// define: CASE=sigismember(&set,SIGTERM)!=1||sigismember(&set,SIGINT)  expect: unreachable
// define: CASE=before.sa_handler==SIG_IGN  expect: reachable
// define: CASE=before.sa_handler==note  expect: unreachable
#include <signal.h>
#include <string.h>
extern void reach_error(void);
static int got, sender;

static void note(int number) { got = number; }

static void more(int number, siginfo_t *info, void *context) {
    (void)context;
    got = info->si_signo;
    sender = info->si_pid;
    (void)number;
}

int main(void) {
    struct sigaction action, before, now;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    memset(&action, 0, sizeof action);
    action.sa_handler = note;
    action.sa_mask = set;
    action.sa_flags = SA_RESTART;
    if (sigaction(SIGINT, &action, &before) < 0) return 1;
    if (sigaction(SIGINT, 0, &now) < 0) return 2;
    action.sa_sigaction = more;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &action, 0);
    if (sigprocmask(SIG_BLOCK, &set, 0)) return 3;
    if (CASE) reach_error();
    return 0;
}
