// What a program asks of the system: whether it succeeds is open each time, why it fails `errno` says, and what it gives
// is what the system can give.
// entry: put  target: label:again  expect: reachable
// entry: put  target: label:more  expect: unreachable
// entry: main  target: label:absent  expect: reachable
// entry: main  target: label:below  expect: unreachable
// entry: main  target: label:folder  expect: reachable
// entry: main  target: label:negative  expect: unreachable
// entry: main  target: label:hello  expect: reachable
// entry: main  target: label:later  expect: reachable
// entry: main  target: label:one  expect: unreachable
// entry: main  target: label:above  expect: reachable
// entry: first  target: label:unnamed  expect: unreachable
// entry: first  target: label:named  expect: reachable
// entry: main  target: label:inside  expect: reachable
// entry: main  target: bounds  expect: unreachable
// entry: ends  target: label:same  expect: unreachable
// entry: ends  target: label:both  expect: reachable
// entry: removed  target: label:failed  expect: reachable
// entry: removed  target: label:quiet  expect: unreachable
// entry: removed  target: label:two  expect: unreachable
// entry: here  target: label:root  expect: reachable
// entry: here  target: label:relative  expect: unreachable
// entry: here  target: bounds  expect: unreachable
// entry: scratch  target: label:kept  expect: unreachable
// entry: scratch  target: label:zeros  expect: reachable
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int put(int fd, const char *p, size_t n) {
    while (n) {
        ssize_t k = write(fd, p, n);
        if (k < 0) {
            if (errno == EINTR) {
            again:
                continue;
            }
            return errno == EAGAIN ? -2 : -1;
        }
        if ((size_t)k > n) {
        more:
            return 7;
        }
        p += k;
        n -= k;
    }
    return 0;
}

int main(void) {
    struct stat s;
    int fd = open("file", O_RDONLY);
    if (fd < 0 && errno == ENOENT) {
    absent:
        return 2;
    }
    if (fd < -1) {
    below:
        return 3;
    }
    if (fd < 0 || fstat(fd, &s) < 0)
        return 1;
    if (!S_ISREG(s.st_mode)) {
    folder:
        return 4;
    }
    if (s.st_size < 0) {
    negative:
        return 5;
    }
    char *p = malloc(s.st_size + 1);
    if (!p)
        return 1;
    ssize_t n = read(fd, p, s.st_size);
    if (n < 0)
        return 1;
    p[n] = 0;
    if (strcmp(p, "hello") == 0) {
    hello:
        puts("hello");
    }
    free(p);
    pthread_mutex_lock(&lock);
    int r = put(1, "abc", 3);
    pthread_mutex_unlock(&lock);
    if (r == -2) {
    later:
        return 8;
    }
    if (r == 1) {
    one:
        return 9;
    }
    DIR *d = opendir(".");
    if (!d)
        return 1;
    struct dirent *e;
    while ((e = readdir(d)) != NULL) {
        if (strcmp(e->d_name, "..") == 0) {
        above:
            continue;
        }
        if (e->d_type == DT_DIR && e->d_name[0] == 'x') {
        inside:
            puts("a folder");
        }
    }
    closedir(d);
    return 0;
}

static int first(const char *folder) {
    DIR *d = opendir(folder);
    if (!d)
        return -1;
    struct dirent *e = readdir(d);
    if (!e)
        return errno;
    if (e->d_name[0] == 0) {
    unnamed:
        return 1;
    }
    if (e->d_name[0] == '.' && e->d_ino == 7) {
    named:
        return 2;
    }
    return 0;
}

static int ends(void) {
    int to[2];
    if (pipe(to) != 0)
        return -1;
    if (to[0] == to[1]) {
    same:
        return 1;
    }
    if (dup2(to[0], 0) == 0 && close(to[0]) == 0) {
    both:
        return 2;
    }
    return 0;
}

static int removed(const char *name) {
    errno = 0;
    int result = unlink(name);
    if (result != 0 && errno == EACCES) {
    failed:
        return 1;
    }
    if (result != 0 && errno == 0) {
    quiet:
        return 2;
    }
    if (result > 0) {
    two:
        return 3;
    }
    return 0;
}

static int here(void) {
    char name[16];
    if (!getcwd(name, sizeof name))
        return -1;
    if (strcmp(name, "/root") == 0) {
    root:
        return 1;
    }
    if (name[0] != '/') {
    relative:
        return 2;
    }
    return 0;
}

static int scratch(void) {
    char name[] = "aXXXXXX";
    int fd = mkstemp(name);
    if (fd >= 0 && name[0] != 'a') {
    kept:
        return 1;
    }
    if (fd >= 0 && strcmp(name, "a000000") == 0) {
    zeros:
        return 2;
    }
    return 0;
}
