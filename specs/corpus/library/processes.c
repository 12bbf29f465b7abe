// What fork and wait say: a child, its parent or nobody, and a status that can be any; what terminals are like, and
// addresses of sockets, which are handed over as one pointer of several.
// entry: forked  target: label:child   expect: reachable
// entry: forked  target: label:parent  expect: reachable
// entry: forked  target: label:failed  expect: reachable
// entry: forked  target: label:below   expect: unreachable
// entry: forked  target: label:status  expect: reachable
// entry: waited  target: label:zero    expect: unreachable
// entry: waited  target: label:kept    expect: reachable
// entry: polled  target: label:none    expect: reachable
// entry: polled  target: label:another expect: unreachable
// entry: polled  target: label:nobody  expect: unreachable
// entry: polled  target: label:goes_on expect: unreachable
// entry: polled  target: label:again   expect: reachable
// entry: raw     target: label:refused expect: reachable
// entry: raw     target: label:quiet   expect: reachable
// entry: raw     target: label:changed expect: unreachable
// entry: joined  target: label:joined  expect: reachable
// entry: joined  target: label:more    expect: unreachable
// entry: joined  target: undefined     expect: unreachable
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
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
    int status;
    if (waitpid(-1, 0, WNOHANG) == 0) { none: return 1; }
    pid_t ended = waitpid(5, &status, 0);
    if (ended == 6) { another: return 2; }
    if (ended == 0) { nobody: return 3; }
    if (ended == 5 && WIFCONTINUED(status)) { goes_on: return 4; }
    if (waitpid(5, &status, WCONTINUED) == 5 && WIFCONTINUED(status)) { again: return 5; }
    return 0;
}

int raw(void) {
    struct termios how = { .c_line = 3 }, before;
    if (tcgetattr(0, &how) < 0 && how.c_line != 3) { changed: return 2; }
    before = how;
    if (!(how.c_lflag & ECHO) && how.c_cc[VMIN] == 1) { quiet: return 3; }
    how.c_lflag &= ~(ECHO | ICANON);
    if (tcsetattr(0, TCSAFLUSH, &how) < 0 && errno == ENOTTY) { refused: return 1; }
    return 0;
}

int joined(void) {
    struct sockaddr_in to;
    char text[4] = "abc";
    memset(&to, 0, sizeof to);
    to.sin_family = AF_INET;
    to.sin_port = htons(80);
    int number = socket(AF_INET, SOCK_DGRAM, 0);
    if (number < 0 || bind(number, (struct sockaddr *)&to, sizeof to) < 0) return 1;
    if (connect(number, (const struct sockaddr *)&to, sizeof to) < 0) return 2;
    ssize_t sent = sendto(number, text, sizeof text, 0, (struct sockaddr *)&to, sizeof to);
    if (sent > 4) { more: return 3; }
    if (sent == 4) { joined: return 4; }
    return 0;
}
