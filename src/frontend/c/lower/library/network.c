/* What the system says of sockets and of names. */

static int accept__number(void);
static unsigned char accept__length(void);
static unsigned char accept__byte(void);
static _Bool getsockopt__succeeds(void);
static _Bool realpath__succeeds(void);
static unsigned short realpath__length(void);
static char realpath__character(void);
static int strerror_r__error(void);
static unsigned char strerror_r__length(void);
static char strerror_r__character(void);
static _Bool strerror_r__is_kept(void);
static _Bool putenv__succeeds(void);
static _Bool secure_getenv__is_safe(void);

/* What is said in so many bytes, or as much of it as there is room for; how long it is all the same. */
static void __told(void *p, unsigned *length) {
  char *to = p;
  if (!to || !length)
    return;
  unsigned n = accept__length();
  for (unsigned i = 0; i < n && i < *length; i++)
    to[i] = (char)accept__byte();
  *length = n;
}

int accept(int number, void *to, unsigned *length) {
  int other = __given(accept__number());
  if (other >= 0)
    __told(to, length);
  return other;
}

int getsockname(int number, void *to, unsigned *length) {
  if (__done(getsockopt__succeeds()) < 0)
    return -1;
  __told(to, length);
  return 0;
}

int getpeername(int number, void *to, unsigned *length) {
  if (__done(getsockopt__succeeds()) < 0)
    return -1;
  __told(to, length);
  return 0;
}

int getsockopt(int number, int level, int name, void *p, unsigned *length) {
  char *to = p;
  if (__done(getsockopt__succeeds()) < 0)
    return -1;
  unsigned n = accept__length();
  __builtin_assume(n <= *length);
  for (unsigned i = 0; i < n; i++)
    to[i] = (char)accept__byte();
  *length = n;
  return 0;
}

long recvfrom(int number, void *p, unsigned long size, int flags, void *from, unsigned *length) {
  long n = __received(p, size, flags);
  if (n >= 0)
    __told(from, length);
  return n;
}

int socketpair(int domain, int kind, int protocol, int *to) {
  return __two(to);
}

/* An absolute name; what is in the memory that is given where there is none is open. */
char *realpath(const char *name, char *to) {
  _Bool succeeds = realpath__succeeds();
  int n = realpath__length();
  __builtin_assume(n < 4096 && (n > 0 || !succeeds));
  if (!succeeds)
    __failed();
  if (!succeeds && !to)
    return (char *)0;
  if (!to)
    to = __builtin_malloc((unsigned long)n + 1);
  if (!to)
    return (char *)0;
  for (int i = 0; i < n; i++) {
    char c = realpath__character();
    __builtin_assume(!succeeds || (c != 0 && (i > 0 || c == '/')));
    to[i] = c;
  }
  if (!succeeds)
    return (char *)0;
  to[n] = 0;
  return to;
}

/* A text and a 0, as much as there is room for. */
static void __tell(char *to, unsigned long size) {
  unsigned n = strerror_r__length();
  __builtin_assume(n < size);
  for (unsigned i = 0; i < n; i++) {
    char c = strerror_r__character();
    __builtin_assume(c != 0);
    to[i] = c;
  }
  to[n] = 0;
}

/* Of GNU: a text that the library keeps, or one in the memory that is given. */
char *strerror_r(int number, char *to, unsigned long size) {
  if (strerror_r__is_kept())
    return __said();
  if (size > 0)
    __tell(to, size);
  return to;
}

/* Of POSIX: where the number is unknown, or there is too little room, it says so. */
int __xpg_strerror_r(int number, char *to, unsigned long size) {
  int error = strerror_r__error();
  __builtin_assume(error >= 0 && (error > 0 || size > 0));
  if (size > 0)
    __tell(to, size);
  return error;
}

char *mkdtemp(char *name) {
  if (__done(__named(name)) < 0 || __done(mkdir__succeeds()) < 0)
    return (char *)0;
  return name;
}

int putenv(char *text) {
  return __done(putenv__succeeds());
}

char *secure_getenv(const char *name) {
  __lariat_read(name, 1);
  return secure_getenv__is_safe() ? __environment() : (char *)0;
}

char *ttyname(int number) {
  static char name[256];
  if (!isatty__is_one()) {
    __failed();
    return (char *)0;
  }
  __tell(name, sizeof name);
  return name;
}

char *getlogin(void) {
  static char name[256];
  if (__done(getcwd__succeeds()) < 0)
    return (char *)0;
  __tell(name, sizeof name);
  return name;
}
