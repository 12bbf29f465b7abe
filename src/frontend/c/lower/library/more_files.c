/* What the system does with files beside what `system.c` has: whether it succeeds, and why it does not. */

static long telldir__position(void);
static _Bool utime__succeeds(void);

int mkfifo(const char *name, unsigned mode) {
  return __done(mkdir__succeeds());
}

int mkdirat(int folder, const char *name, unsigned mode) {
  return __done(mkdir__succeeds());
}

int unlinkat(int folder, const char *name, int flags) {
  return __done(remove__succeeds());
}

int renameat(int folder, const char *name, int to, const char *other) {
  return __done(rename__succeeds());
}

int linkat(int folder, const char *name, int to, const char *other, int flags) {
  return __done(link__succeeds());
}

int symlinkat(const char *name, int to, const char *other) {
  return __done(link__succeeds());
}

int faccessat(int folder, const char *name, int mode, int flags) {
  return __done(access__succeeds());
}

int fchmodat(int folder, const char *name, unsigned mode, int flags) {
  return __done(chmod__succeeds());
}

int fchown(int number, unsigned user, unsigned group) {
  return __done(chmod__succeeds());
}

int lchown(const char *name, unsigned user, unsigned group) {
  return __done(chmod__succeeds());
}

int fchownat(int folder, const char *name, unsigned user, unsigned group, int flags) {
  return __done(chmod__succeeds());
}

int fchdir(int number) {
  return __done(chdir__succeeds());
}

int fstatat(int folder, const char *name, void *to, int flags) {
  return __file(to);
}

long readlinkat(int folder, const char *name, char *to, unsigned long size) {
  return __linked(to, size);
}

void *fdopendir(int number) {
  return __folder();
}

int dirfd(void *folder) {
  return __given(fileno__number());
}

void rewinddir(void *folder) {
}

long telldir(void *folder) {
  return __at(telldir__position());
}

void seekdir(void *folder, long to) {
}

int utime(const char *name, const void *times) {
  return __done(utime__succeeds());
}

int utimes(const char *name, const void *times) {
  return __done(utime__succeeds());
}

int futimens(int number, const void *times) {
  return __done(utime__succeeds());
}

int utimensat(int folder, const char *name, const void *times, int flags) {
  return __done(utime__succeeds());
}

int lockf(int number, int what, long size) {
  return __done(fsync__succeeds());
}

long writev(int number, const void *parts, int count) {
  return __part(write__bytes(), 9223372036854775807UL);
}

long pathconf(const char *name, int what) {
  return __limit();
}

long fpathconf(int number, int what) {
  return __limit();
}

int posix_fadvise(int number, long from, long length, int how) {
  return __locked();
}

int posix_fallocate(int number, long from, long length) {
  return __locked();
}

int clock_getres(int clock, void *p) {
  if (__done(time__succeeds()) < 0)
    return -1;
  long *to = p, part = time__part(), seconds = time__seconds();
  __builtin_assume(seconds >= 0 && part >= 0 && part < 1000000000);
  if (to) {
    to[0] = seconds;
    to[1] = part;
  }
  return 0;
}

int timespec_get(void *p, int base) {
  if (base != 1 || !time__succeeds())
    return 0;
  long *to = p, part = time__part();
  __builtin_assume(part >= 0 && part < 1000000000);
  to[0] = time__seconds();
  to[1] = part;
  return base;
}
