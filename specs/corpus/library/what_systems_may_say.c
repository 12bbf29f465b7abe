// What systems may answer where it is easily taken for something else: no limit is no error, what fails may have changed
// what it was given all the same, and what the library allocates for itself nobody frees.
// entry: limit  target: label:none  expect: reachable
// entry: limit  target: label:below  expect: unreachable
// entry: scratch  target: label:changed  expect: reachable
// entry: scratch  target: label:unasked  expect: unreachable
// entry: slept  target: label:kept  expect: reachable
// entry: unlinked  target: label:nowhere  expect: reachable
// entry: listed  target: label:short_entry  expect: reachable
// entry: waited  target: label:ignored  expect: unreachable
// entry: waited  target: label:told  expect: reachable
// entry: opened  target: leak  expect: unreachable
// entry: opened  target: label:broken  expect: reachable
// entry: lines  target: leak  expect: unreachable
// entry: lines  target: label:larger  expect: reachable
// entry: lines  target: label:nothing  expect: reachable
// entry: locked  target: label:twice  expect: reachable
// entry: numbers  target: label:negative  expect: unreachable
// entry: numbers  target: label:wide  expect: unreachable
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int limit(void) {
    errno = 0;
    long most = sysconf(_SC_OPEN_MAX);
    if (most == -1 && errno == 0) {
    none:
        return 1;
    }
    if (most < -1) {
    below:
        return 2;
    }
    return 0;
}

static int scratch(void) {
    char name[] = "no/aXXXXXX", other[] = "fixed.name";
    if (mkstemp(name) < 0 && name[5] != 'X') {
    changed:
        return 1;
    }
    if (mkstemp(other) >= 0) {
    unasked:
        return 2;
    }
    return 0;
}

static int slept(void) {
    struct timespec time = {0, -1}, left = {-7, -7};
    if (nanosleep(&time, &left) == -1 && left.tv_sec == -7) {
    kept:
        return 1;
    }
    return 0;
}

static int unlinked(int file) {
    struct stat s;
    if (fstat(file, &s) == 0 && s.st_nlink == 0) {
    nowhere:
        return 1;
    }
    return 0;
}

static int listed(void) {
    DIR *folder = opendir("/");
    struct dirent *entry = folder ? readdir(folder) : NULL;
    if (entry && entry->d_reclen < 100) {
    short_entry:
        return 1;
    }
    return 0;
}

static int waited(int number) {
    struct pollfd one = {-1, POLLIN, 0}, other = {number, POLLIN, 0};
    if (poll(&one, 1, 0) == 1) {
    ignored:
        return 1;
    }
    if (poll(&other, 1, 0) == 1 && other.revents & POLLHUP) {
    told:
        return 2;
    }
    return 0;
}

static int opened(void) {
    char line[4];
    FILE *file = fopen("x", "r");
    const char *home = getenv("HOME");
    if (!file)
        return home != NULL;
    errno = 0;
    if (!fgets(line, sizeof line, file) && errno == EIO) {
    broken:
        fclose(file);
        return 2;
    }
    fclose(file);
    return 0;
}

static int lines(void) {
    char *line = NULL;
    size_t room = 0;
    int count = 0;
    while (count < 2 && getline(&line, &room, stdin) >= 0)
        count++;
    if (count == 1 && room == 120) {
    larger:
        count = 5;
    }
    if (count == 0 && line) {
    nothing:
        count = 6;
    }
    free(line);
    return count;
}

static int locked(void) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&lock);
    if (pthread_mutex_trylock(&lock) == EBUSY) {
    twice:
        return 1;
    }
    return 0;
}

static int numbers(void) {
    if (getpid() <= 0) {
    negative:
        return 1;
    }
    if (umask(0) > 0777) {
    wide:
        return 2;
    }
    return 0;
}
