/* What the system says of processes and who they belong to, and what runs in place of a program. */

static _Bool setuid__succeeds(void);
static _Bool getpgid__succeeds(void);
static int getpgid__number(void);
static _Bool getrlimit__succeeds(void);
static unsigned long getrlimit__value(void);
static long getrusage__value(void);
static long getrusage__part(void);
static long times__ticks(void);
static _Bool uname__succeeds(void);
static unsigned char uname__length(void);
static char uname__character(void);
static _Bool getpwnam__is_there(void);
static _Bool getpwnam__fails(void);
static unsigned getpwnam__number(void);
static int nice__value(void);
static _Bool select__keeps(void);
static int select__count(void);
static unsigned long select__word(void);

/* What succeeds does not come back. */
static int __not_run(void) {
  __failed();
  return -1;
}

int execv(const char *name, char *const *all) {
  return __not_run();
}

int execvp(const char *name, char *const *all) {
  return __not_run();
}

int execve(const char *name, char *const *all, char *const *variables) {
  return __not_run();
}

int execl(const char *name, const char *first, ...) {
  return __not_run();
}

int execlp(const char *name, const char *first, ...) {
  return __not_run();
}

int execle(const char *name, const char *first, ...) {
  return __not_run();
}

int setuid(unsigned user) {
  return __done(setuid__succeeds());
}

int setgid(unsigned group) {
  return __done(setuid__succeeds());
}

int seteuid(unsigned user) {
  return __done(setuid__succeeds());
}

int setegid(unsigned group) {
  return __done(setuid__succeeds());
}

int setpgid(int process, int group) {
  return __done(setuid__succeeds());
}

static int __process(void) {
  int number = getpgid__number();
  __builtin_assume(number > 0);
  return number;
}

int setsid(void) {
  return getpgid__succeeds() ? __process() : __done(0);
}

int getpgrp(void) {
  return __process();
}

int getpgid(int process) {
  return getpgid__succeeds() ? __process() : __done(0);
}

int getsid(int process) {
  return getpgid__succeeds() ? __process() : __done(0);
}

int tcgetpgrp(int number) {
  return getpgid__succeeds() ? __process() : __done(0);
}

int tcsetpgrp(int number, int group) {
  return __done(setuid__succeeds());
}

int killpg(int group, int number) {
  return __done(kill__succeeds());
}

int nice(int by) {
  int value = nice__value();
  if (value == -1 && getpwnam__fails())
    __failed();
  return value;
}

int getrlimit(int what, void *p) {
  unsigned long *to = p;
  if (__done(getrlimit__succeeds()) < 0)
    return -1;
  to[0] = getrlimit__value();
  to[1] = getrlimit__value();
  return 0;
}

int setrlimit(int what, const void *p) {
  return __done(getrlimit__succeeds());
}

int getrusage(int who, void *p) {
  long *to = p;
  if (__done(getrlimit__succeeds()) < 0)
    return -1;
  for (int i = 0; i < 18; i++) {
    long value = i == 1 || i == 3 ? getrusage__part() : getrusage__value();
    __builtin_assume(value >= 0 && ((i != 1 && i != 3) || value < 1000000));
    to[i] = value;
  }
  return 0;
}

long times(void *p) {
  long *to = p;
  long ticks = times__ticks();
  for (int i = 0; to && i < 4; i++) {
    long value = getrusage__value();
    __builtin_assume(value >= 0);
    to[i] = value;
  }
  return ticks;
}

int uname(void *p) {
  char *to = p;
  if (__done(uname__succeeds()) < 0)
    return -1;
  for (int part = 0; part < 6; part++) {
    int n = uname__length();
    __builtin_assume(n < 65);
    for (int i = 0; i < n; i++) {
      char c = uname__character();
      __builtin_assume(c != 0);
      to[part * 65 + i] = c;
    }
    to[part * 65 + n] = 0;
  }
  return 0;
}

struct __passwd {
  char *pw_name, *pw_passwd;
  unsigned pw_uid, pw_gid;
  char *pw_gecos, *pw_dir, *pw_shell;
};

static void __fill_text(char *to) {
  int n = uname__length();
  for (int i = 0; i < n; i++) {
    char c = uname__character();
    __builtin_assume(c != 0);
    to[i] = c;
  }
  to[n] = 0;
}

/* Somebody, in memory that each call uses again, or nobody. */
static struct __passwd *__person(void) {
  static struct __passwd one;
  static char texts[5][256];
  if (!getpwnam__is_there()) {
    if (getpwnam__fails())
      __failed();
    return (struct __passwd *)0;
  }
  for (int i = 0; i < 5; i++)
    __fill_text(texts[i]);
  one.pw_name = texts[0];
  one.pw_passwd = texts[1];
  one.pw_uid = getpwnam__number();
  one.pw_gid = getpwnam__number();
  one.pw_gecos = texts[2];
  one.pw_dir = texts[3];
  one.pw_shell = texts[4];
  return &one;
}

struct __passwd *getpwnam(const char *name) {
  return __person();
}

struct __passwd *getpwuid(unsigned user) {
  return __person();
}

/* Which of a set's first bits stay, and no others; how many these are. */
static int __kept_bits(long *set, int most) {
  int count = 0;
  if (!set)
    return 0;
  for (int i = 0; i < (most + 63) / 64; i++) {
    unsigned long word = (unsigned long)set[i] & select__word();
    if (most - 64 * i < 64)
      word &= (1UL << (most - 64 * i)) - 1;
    set[i] = (long)word;
    count += __builtin_popcountl(word);
  }
  return count;
}

int select(int most, void *reading, void *writing, void *failing, void *time) {
  int count = __given(select__count());
  long *left = time;
  if (left && select__keeps()) {
    long seconds = nanosleep__seconds(), part = nanosleep__part();
    __builtin_assume(seconds >= 0 && part >= 0 && part < 1000000);
    left[0] = seconds;
    left[1] = part;
  }
  if (count < 0)
    return -1;
  if (most < 0 || most > 1024 || sizeof(long) != 8)
    __lariat_not_followed("`select` is asked about more files than a set has room for, or words are short");
  int all = __kept_bits(reading, most);
  all += __kept_bits(writing, most);
  all += __kept_bits(failing, most);
  __builtin_assume(count == all);
  return count;
}
