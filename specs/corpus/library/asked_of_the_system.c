// What the system says: what execvp starts does not come back, and what else it may say and cannot.
// entry: start    target: label:back     expect: reachable
// entry: start    target: label:well     expect: unreachable
// entry: opened   target: label:folder   expect: reachable
// entry: resolve  target: label:found    expect: reachable
// entry: resolve  target: label:relative expect: unreachable
// entry: resolve  target: label:missing  expect: reachable
// entry: watch    target: label:ready    expect: reachable
// entry: watch    target: label:unasked  expect: unreachable
// entry: watch    target: label:nobody   expect: unreachable
// entry: limits   target: label:limit    expect: reachable
// entry: limits   target: label:name     expect: reachable
// entry: home     target: label:at_home  expect: reachable
// entry: once     target: label:twice    expect: unreachable
// entry: once     target: label:first    expect: reachable
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/utsname.h>
#include <unistd.h>

int start(void) {
    char *all[] = { "ls", NULL };
    if (execvp(all[0], all) == 0) { well: return 1; }
    if (errno == ENOENT) { back: return 2; }
    return 0;
}

int opened(void) {
    DIR *folder = opendir(".");
    if (!folder) return 1;
    folder: closedir(folder);
    return 0;
}

int resolve(const char *name) {
    char *all = realpath(name, NULL);
    if (!all) { missing: return 1; }
    if (all[0] != '/') { relative: return 2; }
    if (all[1] == 'x') { found: return 3; }
    free(all);
    return 0;
}

int watch(void) {
    fd_set set;
    FD_ZERO(&set);
    FD_SET(3, &set);
    struct timeval most = { 1, 0 };
    int n = select(4, &set, NULL, NULL, &most);
    if (n > 0 && FD_ISSET(2, &set)) { unasked: return 1; }
    if (n == 1 && FD_ISSET(3, &set)) { ready: return 2; }
    if (n == 1) { nobody: return 3; }
    return 0;
}

int limits(void) {
    struct rlimit most;
    if (getrlimit(RLIMIT_NOFILE, &most) == 0 && most.rlim_cur == 1024) { limit: return 1; }
    struct utsname name;
    if (uname(&name) == 0 && name.sysname[0] == 'L') { name: return 2; }
    return 0;
}

int home(void) {
    struct passwd *one = getpwuid(getuid());
    if (one && one->pw_uid == 7 && one->pw_dir[0] == '/') { at_home: return 1; }
    return 0;
}

static int count;

static void begin(void) { count++; }

int once(void) {
    static pthread_once_t control = PTHREAD_ONCE_INIT;
    pthread_once(&control, begin);
    pthread_once(&control, begin);
    if (count == 2) { twice: return 1; }
first:
    return 0;
}
