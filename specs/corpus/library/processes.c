// What fork and wait say: a child, its parent or nobody, and a status that can be any.
// entry: forked  target: label:child   expect: reachable
// entry: forked  target: label:parent  expect: reachable
// entry: forked  target: label:failed  expect: reachable
// entry: forked  target: label:below   expect: unreachable
// entry: forked  target: label:status  expect: reachable
// entry: waited  target: label:zero    expect: unreachable
// entry: waited  target: label:kept    expect: reachable
// entry: polled  target: label:none    expect: reachable
// entry: raw     target: label:refused expect: reachable
#include <errno.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

int forked(void) {
    pid_t child = fork();
    if (child == 0) { child: return 1; }
    if (child < -1) { below: return 2; }
    if (child == -1) { failed: return 3; }
parent:;
    int status = 7;
    if (waitpid(child, &status, 0) > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 42) { status: return 4; }
    return 0;
}

int waited(void) {
    int status = 7;
    pid_t ended = wait(&status);
    if (ended == 0) { zero: return 1; }
    if (ended < 0 && status == 7 && errno == ECHILD) { kept: return 2; }
    return 0;
}

int polled(void) {
    if (waitpid(-1, 0, WNOHANG) == 0) { none: return 1; }
    return 0;
}

int raw(void) {
    struct termios how = { 0 };
    how.c_lflag &= ~(ECHO | ICANON);
    if (tcsetattr(0, TCSAFLUSH, &how) < 0 && errno == ENOTTY) { refused: return 1; }
    return 0;
}
