/* What functions do that ask the world: what they are told are results of functions without a body. */

static char __streams[3];

void *stdin = __streams;

void *stdout = __streams + 1;

void *stderr = __streams + 2;

/* What the world says, and what `READS` stands for where characters are pushed back. */
static void __no_pushed(void *stream);
static _Bool fopen__succeeds(void);
static int fgets__length(void);
static char fgets__character(void);
static long getline__length(void);
static char getline__character(void);
static unsigned long getline__room(void);
static _Bool getline__allocates(void);
static _Bool getline__fails(void);
static _Bool fgets__fails(void);
static _Bool fread__fails(void);
static unsigned long fread__bytes(void);
static char fread__byte(void);
static long read__bytes(void);
static char read__byte(void);
static long time__seconds(void);
static long time__part(void);
static _Bool time__succeeds(void);
static _Bool getenv__is_set(void);
static _Bool getenv__is_same(void);
static _Bool strerror__is_same(void);
static unsigned short getenv__length(void);
static char getenv__character(void);
static unsigned char strerror__length(void);
static char strerror__character(void);
static int errno__value(void);
static int scanf__count(void);
static long long scanf__number(void);
static float scanf__float(void);
static double scanf__double(void);
static unsigned long scanf__length(void);
static char scanf__character(void);

/* A stream of its own. */
static void *__stream(void) {
  char *stream = __builtin_malloc(1);
  if (stream)
    *stream = 0;
  return stream;
}

static void __failed(void) {
  int value = errno__value();
  __builtin_assume(value > 0);
  *__errno_location() = value;
}

void *fopen(const char *name, const char *mode) {
  __lariat_read(mode, 1);
  if (fopen__succeeds())
    return __stream();
  __failed();
  return (void *)0;
}

void *fdopen(int number, const char *mode) {
  __lariat_read(mode, 1);
  if (fopen__succeeds())
    return __stream();
  __failed();
  return (void *)0;
}

void *popen(const char *command, const char *mode) {
  __lariat_read(mode, 1);
  if (fopen__succeeds())
    return __stream();
  __failed();
  return (void *)0;
}

void *tmpfile(void) {
  if (fopen__succeeds())
    return __stream();
  __failed();
  return (void *)0;
}

void *freopen(const char *name, const char *mode, void *stream) {
  __lariat_read(mode, 1);
  READS(stream);
  if (fopen__succeeds())
    return stream;
  __failed();
  return (void *)0;
}

char *fgets(char *to, int size, void *stream) {
  READS(stream);
  __lariat_read(to, 1);
  int n = fgets__length();
  if (n < 0) {
    if (fgets__fails())
      __failed();
    return (char *)0;
  }
  __builtin_assume(n < size && (n > 0 || size == 1));
  for (int i = 0; i < n; i++) {
    char c = fgets__character();
    __builtin_assume(c != '\n' || i + 1 == n);
    to[i] = c;
  }
  to[n] = 0;
  return to;
}

/* A text that ends with a character, or with the file: in the memory that is given, if it fits there. */
static long __line(char **to, unsigned long *size, int end) {
  long n = getline__length();
  if (n < 0) {
    if (!*to && getline__allocates()) {
      *size = getline__room();
      *to = __builtin_malloc(*size);
    }
    if (getline__fails())
      __failed();
    return -1;
  }
  __builtin_assume(n > 0);
  char *text = *to;
  if (!text || *size <= (unsigned long)n) {
    unsigned long room = getline__room();
    __builtin_assume(room > (unsigned long)n);
    text = __builtin_malloc(room);
    if (!text)
      return -1;
    __builtin_free(*to);
    *to = text;
    *size = room;
  }
  for (long i = 0; i < n; i++) {
    char c = getline__character();
    __builtin_assume(c != (char)end || i + 1 == n);
    text[i] = c;
  }
  text[n] = 0;
  return n;
}

long getline(char **to, unsigned long *size, void *stream) {
  READS(stream);
  return __line(to, size, '\n');
}

long getdelim(char **to, unsigned long *size, int end, void *stream) {
  READS(stream);
  return __line(to, size, end);
}

unsigned long fread(void *p, unsigned long size, unsigned long count, void *stream) {
  READS(stream);
  char *to = p;
  unsigned long n = fread__bytes();
  if (size == 0 || count == 0)
    return 0;
  __lariat_read(to, 1);
  __builtin_assume(n / size <= count && (n / size < count || n % size == 0));
  for (unsigned long i = 0; i < n; i++)
    to[i] = fread__byte();
  if (n / size < count && fread__fails())
    __failed();
  return n / size;
}

long read(int number, void *p, unsigned long size) {
  char *to = p;
  long n = read__bytes();
  if (n < 0) {
    __failed();
    return -1;
  }
  __builtin_assume((unsigned long)n <= size);
  for (long i = 0; i < n; i++)
    to[i] = read__byte();
  return n;
}

long pread(int number, void *p, unsigned long size, long at) {
  char *to = p;
  long n = read__bytes();
  if (n < 0) {
    __failed();
    return -1;
  }
  __builtin_assume((unsigned long)n <= size);
  for (long i = 0; i < n; i++)
    to[i] = read__byte();
  return n;
}

static long __received(char *to, unsigned long size, int flags) {
  long n = read__bytes();
  if (n < 0) {
    __failed();
    return -1;
  }
  /* The length of a message may be wanted, more than there is room for. */
  __builtin_assume((unsigned long)n <= size || flags & 32);
  for (long i = 0; i < n && (unsigned long)i < size; i++)
    to[i] = read__byte();
  return n;
}

long recv(int number, void *p, unsigned long size, int flags) {
  return __received(p, size, flags);
}

long time(long *to) {
  long now = time__seconds();
  if (to)
    *to = now;
  return now;
}

int gettimeofday(void *p, void *zone) {
  if (zone)
    __lariat_not_followed("what `gettimeofday` says of time zones is not modelled");
  long *to = p, part = time__part();
  __builtin_assume(part >= 0 && part < 1000000);
  to[0] = time__seconds();
  to[1] = part;
  return 0;
}

int clock_gettime(int clock, void *p) {
  long *to = p, part = time__part();
  if (!time__succeeds()) {
    __failed();
    return -1;
  }
  __builtin_assume(part >= 0 && part < 1000000000);
  to[0] = time__seconds();
  to[1] = part;
  return 0;
}

static char *__variable;

static char *__environment(void) {
  if (!getenv__is_set())
    return (char *)0;
  if (__variable && getenv__is_same())
    return __variable;
  int n = getenv__length();
  char *text = __builtin_malloc((unsigned long)n + 1);
  __builtin_assume(text != (char *)0);
  for (int i = 0; i < n; i++) {
    char c = getenv__character();
    __builtin_assume(c != 0);
    text[i] = c;
  }
  text[n] = 0;
  __variable = text;
  return text;
}

char *getenv(const char *name) {
  __lariat_read(name, 1);
  return __environment();
}

static char *__message;

/* What is said of a number. */
static char *__said(void) {
  if (__message && strerror__is_same())
    return __message;
  int n = strerror__length();
  char *text = __builtin_malloc((unsigned long)n + 1);
  __builtin_assume(text != (char *)0);
  for (int i = 0; i < n; i++) {
    char c = strerror__character();
    __builtin_assume(c != 0);
    text[i] = c;
  }
  text[n] = 0;
  __message = text;
  return text;
}

char *strerror(int number) {
  return __said();
}

char *strsignal(int number) {
  return __said();
}

static long localtime__offset(void);
static _Bool localtime__saves(void);
static int rand_r__number(void);
static unsigned rand_r__seed(void);

/* The day that a clock shows: how far from Greenwich it is, and whether daylight is saved, can be anything each time. */
static int __local(long time, struct __tm *to) {
  long offset = localtime__offset();
  __builtin_assume(offset > -90000 && offset < 90000);
  if (!__date(time, offset, to)) {
    __errno = 75;
    return 0;
  }
  to->tm_isdst = localtime__saves();
  return 1;
}

struct __tm *localtime_r(const long *time, struct __tm *to) {
  if (!__local(*time, to))
    return (struct __tm *)0;
  return to;
}

struct __tm *localtime(const long *time) {
  struct __tm *to = __shared();
  if (!__local(*time, to))
    return (struct __tm *)0;
  return to;
}

char *ctime(const long *time) {
  struct __tm *to = __shared();
  if (!__local(*time, to))
    return (char *)0;
  return asctime(to);
}

char *ctime_r(const long *time, char *to) {
  struct __tm date = {0};
  if (!__local(*time, &date))
    return (char *)0;
  return asctime_r(&date, to);
}

long mktime(struct __tm *date) {
  struct __tm as_it_is = {0};
  long offset = localtime__offset();
  __builtin_assume(offset > -90000 && offset < 90000);
  long long time = __time_of(date) - offset;
  if ((long)time == time && __local((long)time, &as_it_is)) {
    *date = as_it_is;
    return (long)time;
  }
  __errno = 75;
  return -1;
}

int rand_r(unsigned *seed) {
  int number = rand_r__number();
  __builtin_assume(number >= 0);
  *seed = rand_r__seed();
  return number;
}
