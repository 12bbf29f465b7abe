/* What the system says of files, folders and names. */

/* What is known of a file, where the data model is LP64. */
static int __file(void *p) {
  struct {
    unsigned long device, number, links;
    unsigned mode, user, group, padding;
    unsigned long kind;
    long size, block, blocks, read, read_part, written, written_part, changed, changed_part, others[3];
  } *to = p;
  if (sizeof(long) != 8)
    __lariat_not_followed("the layout of `struct stat` in this data model is not modelled");
  if (__done(stat__succeeds()) < 0)
    return -1;
  to->device = stat__word();
  to->number = stat__word();
  to->links = stat__word();
  to->mode = stat__half();
  to->user = stat__half();
  to->group = stat__half();
  to->kind = stat__word();
  to->size = stat__size();
  to->block = stat__size();
  to->blocks = stat__size();
  to->read = stat__size();
  to->read_part = stat__part();
  to->written = stat__size();
  to->written_part = stat__part();
  to->changed = stat__size();
  to->changed_part = stat__part();
  __builtin_assume(to->size >= 0 && to->block > 0 && to->blocks >= 0);
  __builtin_assume(to->read_part >= 0 && to->written_part >= 0 && to->changed_part >= 0);
  __builtin_assume(to->read_part < 1000000000 && to->written_part < 1000000000 && to->changed_part < 1000000000);
  return 0;
}

int stat(const char *name, void *to) {
  return __file(to);
}

int lstat(const char *name, void *to) {
  return __file(to);
}

int fstat(int number, void *to) {
  return __file(to);
}

int tcgetattr(int number, void *p) {
  struct {
    unsigned input, output, control, local;
    unsigned char line, characters[32];
    unsigned speed_in, speed_out;
  } *to = p;
  if (__done(tcgetattr__succeeds()) < 0)
    return -1;
  to->input = tcgetattr__word();
  to->output = tcgetattr__word();
  to->control = tcgetattr__word();
  to->local = tcgetattr__word();
  to->line = tcgetattr__byte();
  for (int i = 0; i < 32; i++)
    to->characters[i] = tcgetattr__byte();
  to->speed_in = tcgetattr__word();
  to->speed_out = tcgetattr__word();
  return 0;
}

char *getcwd(char *to, unsigned long size) {
  if (!getcwd__succeeds()) {
    __failed();
    return (char *)0;
  }
  unsigned long n = getcwd__length();
  __builtin_assume(n > 0 && (n < size || (!to && size == 0)));
  if (!to)
    to = __builtin_malloc(size ? size : n + 1);
  if (!to)
    return (char *)0;
  to[0] = '/';
  for (unsigned long i = 1; i < n; i++) {
    char c = getcwd__character();
    __builtin_assume(c != 0);
    to[i] = c;
  }
  to[n] = 0;
  return to;
}

static void *__folder(void) {
  if (opendir__succeeds()) {
    char *folder = __builtin_malloc(280);
    if (folder)
      *folder = 0;
    return folder;
  }
  __failed();
  return (void *)0;
}

void *opendir(const char *name) {
  return __folder();
}

void *readdir(void *folder) {
  struct {
    unsigned long number;
    long position;
    unsigned short size;
    unsigned char kind;
    char name[256];
  } *to = folder;
  if (sizeof(long) != 8)
    __lariat_not_followed("the layout of `struct dirent` in this data model is not modelled");
  if (!readdir__succeeds()) {
    if (!close__succeeds())
      __failed();
    return (void *)0;
  }
  int n = readdir__length();
  __builtin_assume(n > 0);
  to->number = stat__word();
  to->position = stat__size();
  to->kind = readdir__kind();
  to->size = readdir__size();
  for (int i = 0; i < n; i++) {
    char c = readdir__character();
    __builtin_assume(c != 0 && c != '/');
    to->name[i] = c;
  }
  to->name[n] = 0;
  return to;
}

int closedir(void *folder) {
  return __done(close__succeeds());
}

static long __linked(char *to, unsigned long size) {
  long n = __part(readlink__length(), size);
  for (long i = 0; i < n; i++) {
    char c = readlink__character();
    __builtin_assume(c != 0);
    to[i] = c;
  }
  return n;
}

long readlink(const char *name, char *to, unsigned long size) {
  return __linked(to, size);
}

int gethostname(char *to, unsigned long size) {
  if (__done(gethostname__succeeds()) < 0) {
    /* Some fill it all the same. */
    for (unsigned long i = 0; i < size; i++)
      to[i] = gethostname__character();
    return -1;
  }
  unsigned n = gethostname__length();
  __builtin_assume(n <= 64 && n < size);
  for (unsigned i = 0; i < n; i++) {
    char c = gethostname__character();
    __builtin_assume(c != 0);
    to[i] = c;
  }
  to[n] = 0;
  return 0;
}

/* Puts other characters in the place of the six `X` that a name ends in; whether it ends so. */
static _Bool __named(char *name) {
  unsigned long n = 0;
  while (name[n])
    n++;
  if (n < 6)
    return 0;
  for (unsigned long i = n - 6; i < n; i++)
    if (name[i] != 'X')
      return 0;
  for (unsigned long i = n - 6; i < n; i++) {
    char c = mkstemp__character();
    __builtin_assume((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
    name[i] = c;
  }
  return 1;
}

int mkstemp(char *name) {
  return __done(__named(name)) < 0 ? -1 : __given(open__number());
}

int nanosleep(const void *time, void *p) {
  struct {
    long seconds, part;
  } *left = p;
  if (__done(sleep__succeeds()) == 0)
    return 0;
  if (left && nanosleep__is_interrupted()) {
    long seconds = nanosleep__seconds(), part = nanosleep__part();
    __builtin_assume(seconds >= 0 && part >= 0 && part < 1000000000);
    left->seconds = seconds;
    left->part = part;
  }
  return -1;
}
