/* What the system does with files and processes: whether it succeeds is the world's, and where it fails it says why. */

/* What the system says. */
static _Bool close__succeeds(void);
static _Bool fclose__succeeds(void);
static _Bool fseek__succeeds(void);
static _Bool fsync__succeeds(void);
static _Bool truncate__succeeds(void);
static _Bool chdir__succeeds(void);
static _Bool mkdir__succeeds(void);
static _Bool remove__succeeds(void);
static _Bool rename__succeeds(void);
static _Bool link__succeeds(void);
static _Bool access__succeeds(void);
static _Bool chmod__succeeds(void);
static _Bool kill__succeeds(void);
static _Bool setenv__succeeds(void);
static _Bool sleep__succeeds(void);
static _Bool pipe__succeeds(void);
static _Bool tcsetattr__succeeds(void);
static _Bool tcgetattr__succeeds(void);
static unsigned tcgetattr__word(void);
static unsigned char tcgetattr__byte(void);
static _Bool socket__succeeds(void);
static _Bool stat__succeeds(void);
static _Bool getcwd__succeeds(void);
static _Bool opendir__succeeds(void);
static _Bool readdir__succeeds(void);
static _Bool setlocale__succeeds(void);
static unsigned char setlocale__length(void);
static char setlocale__character(void);
static _Bool isatty__is_one(void);
static _Bool readlink__succeeds(void);
static _Bool gethostname__succeeds(void);
static int open__number(void);
static int dup__number(void);
static int socket__number(void);
static int pipe__number(void);
static int fork__number(void);
static int wait__number(void);
static int wait__status(void);
static int fileno__number(void);
static int fcntl__result(void);
static int poll__count(void);
static short poll__events(void);
static int pclose__status(void);
static int system__status(void);
static long lseek__position(void);
static long ftell__position(void);
static long sysconf__value(void);
static _Bool sysconf__fails(void);
static long write__bytes(void);
static unsigned long fwrite__bytes(void);
static unsigned alarm__left(void);
static unsigned sleep__left(void);
static int lock__error(void);
static int getpid__number(void);
static unsigned umask__mode(void);
static unsigned short getcwd__length(void);
static char getcwd__character(void);
static unsigned char readdir__length(void);
static char readdir__character(void);
static unsigned char readdir__kind(void);
static unsigned short readdir__size(void);
static unsigned long stat__word(void);
static unsigned stat__half(void);
static long stat__size(void);
static long stat__part(void);
static long readlink__length(void);
static char readlink__character(void);
static char mkstemp__character(void);
static unsigned char gethostname__length(void);
static char gethostname__character(void);
static long nanosleep__seconds(void);
static long nanosleep__part(void);
static _Bool nanosleep__is_interrupted(void);

/* 0, or -1 with a reason. */
static int __done(_Bool succeeds) {
  if (succeeds)
    return 0;
  __failed();
  return -1;
}

/* A number that is not negative, or -1 with a reason. */
static int __given(int number) {
  if (number >= 0)
    return number;
  __failed();
  return -1;
}

static long __at(long position) {
  if (position >= 0)
    return position;
  __failed();
  return -1;
}

/* How much of something was done, or -1 with a reason. */
static long __part(long count, unsigned long most) {
  if (count < 0) {
    __failed();
    return -1;
  }
  __builtin_assume((unsigned long)count <= most);
  return count;
}

int close(int number) {
  return __done(close__succeeds());
}

int fclose(void *stream) {
  return __done(fclose__succeeds());
}

int fseek(void *stream, long to, int from) {
  READS(stream);
  return __done(fseek__succeeds());
}

int fseeko(void *stream, long to, int from) {
  READS(stream);
  return __done(fseek__succeeds());
}

int fsync(int number) {
  return __done(fsync__succeeds());
}

int fdatasync(int number) {
  return __done(fsync__succeeds());
}

int ftruncate(int number, long length) {
  return __done(truncate__succeeds());
}

int truncate(const char *name, long length) {
  return __done(truncate__succeeds());
}

int chdir(const char *name) {
  return __done(chdir__succeeds());
}

int mkdir(const char *name, unsigned mode) {
  return __done(mkdir__succeeds());
}

int rmdir(const char *name) {
  return __done(remove__succeeds());
}

int unlink(const char *name) {
  return __done(remove__succeeds());
}

int remove(const char *name) {
  return __done(remove__succeeds());
}

int rename(const char *name, const char *other) {
  return __done(rename__succeeds());
}

int link(const char *name, const char *other) {
  return __done(link__succeeds());
}

int symlink(const char *name, const char *other) {
  return __done(link__succeeds());
}

int access(const char *name, int mode) {
  return __done(access__succeeds());
}

int chmod(const char *name, unsigned mode) {
  return __done(chmod__succeeds());
}

int fchmod(int number, unsigned mode) {
  return __done(chmod__succeeds());
}

int chown(const char *name, unsigned user, unsigned group) {
  return __done(chmod__succeeds());
}

int kill(int process, int number) {
  return __done(kill__succeeds());
}

int setenv(const char *name, const char *value, int over) {
  if (name)
    __lariat_read(value, 1);
  return __done(setenv__succeeds());
}

int unsetenv(const char *name) {
  return __done(setenv__succeeds());
}

int usleep(unsigned time) {
  return __done(sleep__succeeds());
}

unsigned sleep(unsigned time) {
  unsigned left = sleep__left();
  __builtin_assume(left <= time);
  return left;
}

unsigned alarm(unsigned time) {
  return alarm__left();
}

int open(const char *name, int flags, ...) {
  return __given(open__number());
}

int openat(int folder, const char *name, int flags, ...) {
  return __given(open__number());
}

int creat(const char *name, unsigned mode) {
  return __given(open__number());
}

int fcntl(int number, int command, ...) {
  if (!(command >= 0 && command <= 4) && command != 6 && command != 7 && command != 1030)
    __lariat_not_followed("a command of `fcntl` that may store something is not modelled");
  return __given(fcntl__result());
}

int dup(int number) {
  return __given(dup__number());
}

int dup2(int number, int other) {
  int result = __given(dup__number());
  __builtin_assume(result < 0 || result == other);
  return result;
}

int fileno(void *stream) {
  return __given(fileno__number());
}

int isatty(int number) {
  if (isatty__is_one())
    return 1;
  __failed();
  return 0;
}

static int __two(int *to) {
  if (__done(pipe__succeeds()) < 0)
    return -1;
  int first = pipe__number(), second = pipe__number();
  __builtin_assume(first >= 0 && second >= 0 && first != second);
  to[0] = first;
  to[1] = second;
  return 0;
}

int pipe(int *to) {
  return __two(to);
}

int socket(int domain, int kind, int protocol) {
  return __given(socket__number());
}

int bind(int number, const void *address, unsigned length) {
  return __done(socket__succeeds());
}

int connect(int number, const void *address, unsigned length) {
  return __done(socket__succeeds());
}

int listen(int number, int most) {
  return __done(socket__succeeds());
}

int shutdown(int number, int how) {
  return __done(socket__succeeds());
}

int setsockopt(int number, int level, int name, const void *value, unsigned length) {
  return __done(socket__succeeds());
}

/* Nothing of one process is seen in the other. */
int fork(void) {
  return __given(fork__number());
}

int waitpid(int number, int *status, int how) {
  enum { AT_ONCE = 1, CONTINUED = 8, GOES_ON = 0xffff };
  int ended = __given(wait__number());
  __builtin_assume(ended != 0 || (how & AT_ONCE));
  __builtin_assume(ended <= 0 || number <= 0 || ended == number);
  if (ended > 0 && status) {
    *status = wait__status();
    __builtin_assume(*status != GOES_ON || (how & CONTINUED));
  }
  return ended;
}

int wait(int *status) {
  int ended = __given(wait__number());
  __builtin_assume(ended != 0);
  if (ended > 0 && status)
    *status = wait__status();
  return ended;
}

int tcsetattr(int number, int when, const void *how) {
  return __done(tcsetattr__succeeds());
}

int getpid(void) {
  int number = getpid__number();
  __builtin_assume(number > 0);
  return number;
}

unsigned umask(unsigned mode) {
  unsigned before = umask__mode();
  __builtin_assume(before <= 511);
  return before;
}

int poll(void *p, unsigned long count, int time) {
  struct {
    int number;
    short asked, told;
  } *all = p;
  int n = __given(poll__count());
  if (n < 0)
    return -1;
  int told = 0;
  for (unsigned long i = 0; i < count; i++) {
    short events = poll__events();
    if (all[i].number < 0)
      events = 0;
    all[i].told = events;
    told += events != 0;
  }
  __builtin_assume(n == told);
  return n;
}

long lseek(int number, long to, int from) {
  return __at(lseek__position());
}

long ftell(void *stream) {
  return __at(ftell__position());
}

long ftello(void *stream) {
  return __at(ftell__position());
}

/* A limit, or -1 where there is none or where it cannot be told. */
static long __limit(void) {
  long value = sysconf__value();
  __builtin_assume(value >= -1);
  if (value < 0 && sysconf__fails())
    __failed();
  return value;
}

long sysconf(int name) {
  return __limit();
}

/* What is handed to the world is read. */
static void __hand(const void *from, unsigned long size) {
  if (size > 0)
    __lariat_read(from, size);
}

long write(int number, const void *from, unsigned long size) {
  __hand(from, size);
  return __part(write__bytes(), size);
}

long pwrite(int number, const void *from, unsigned long size, long at) {
  __hand(from, size);
  return __part(write__bytes(), size);
}

long send(int number, const void *from, unsigned long size, int flags) {
  __hand(from, size);
  return __part(write__bytes(), size);
}

long sendto(int number, const void *from, unsigned long size, int flags, const void *to, unsigned length) {
  __hand(from, size);
  return __part(write__bytes(), size);
}

unsigned long fwrite(const void *from, unsigned long size, unsigned long count, void *stream) {
  unsigned long n = fwrite__bytes(), all;
  if (size == 0 || count == 0)
    return 0;
  __hand(from, __builtin_mul_overflow(size, count, &all) ? -1UL : all);
  __builtin_assume(n <= count);
  if (n < count)
    __failed();
  return n;
}

int pclose(void *stream) {
  return __given(pclose__status());
}

int system(const char *command) {
  int status = system__status();
  if (status == -1)
    __failed();
  return status;
}

/* Whether a locale is the one that programs begin with. */
static _Bool __is_first(const char *name) {
  return (name[0] == 'C' && !name[1]) || (name[0] == 'P' && name[1] == 'O' && name[2] == 'S' && name[3] == 'I' && name[4] == 'X' && !name[5]);
}

char *setlocale(int category, const char *name) {
  static char text[256];
  static _Bool others[13];
  if (category < 0 || category > 12 || (name && !__is_first(name) && !setlocale__succeeds()))
    return (char *)0;
  _Bool other = 0;
  for (int i = 0; i < 13; i++) {
    if (name && (category == 6 || category == i))
      others[i] = !__is_first(name);
    other = other || ((category == 6 || category == i) && others[i]);
  }
  unsigned n = other ? setlocale__length() : 1;
  text[0] = 'C';
  for (unsigned i = 0; other && i < n; i++) {
    char c = setlocale__character();
    __builtin_assume(c != 0);
    text[i] = c;
  }
  text[n] = 0;
  return text;
}
