/* The path is not followed here. */
static void __lariat_not_followed(const char *why);

/* The bytes from a pointer up to the end of what it points to. */
static unsigned long __lariat_room(const void *p);

unsigned long strlen(const char *s) {
  unsigned long n = 0;
  while (s[n])
    n++;
  return n;
}

unsigned long strnlen(const char *s, unsigned long most) {
  unsigned long n = 0;
  while (n < most && s[n])
    n++;
  return n;
}

int strcmp(const char *s, const char *t) {
  unsigned long i = 0;
  while (s[i] && s[i] == t[i])
    i++;
  return (unsigned char)s[i] - (unsigned char)t[i];
}

int strncmp(const char *s, const char *t, unsigned long most) {
  unsigned long i = 0;
  while (i < most && s[i] && s[i] == t[i])
    i++;
  return i < most ? (unsigned char)s[i] - (unsigned char)t[i] : 0;
}

char *strcpy(char *to, const char *from) {
  unsigned long i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to;
}

char *strncpy(char *to, const char *from, unsigned long most) {
  unsigned long i = 0;
  while (i < most && from[i]) {
    to[i] = from[i];
    i++;
  }
  while (i < most) {
    to[i] = 0;
    i++;
  }
  return to;
}

char *strcat(char *to, const char *from) {
  unsigned long n = 0, i = 0;
  while (to[n])
    n++;
  while (from[i]) {
    to[n + i] = from[i];
    i++;
  }
  to[n + i] = 0;
  return to;
}

char *strncat(char *to, const char *from, unsigned long most) {
  unsigned long n = 0, i = 0;
  while (to[n])
    n++;
  while (i < most && from[i]) {
    to[n + i] = from[i];
    i++;
  }
  to[n + i] = 0;
  return to;
}

char *strchr(const char *s, int c) {
  unsigned long i = 0;
  while (s[i] && s[i] != (char)c)
    i++;
  return s[i] == (char)c ? (char *)s + i : (char *)0;
}

char *strrchr(const char *s, int c) {
  unsigned long i = 0, last = 0;
  int found = 0;
  while (s[i]) {
    if (s[i] == (char)c) {
      found = 1;
      last = i;
    }
    i++;
  }
  if ((char)c == 0)
    return (char *)s + i;
  return found ? (char *)s + last : (char *)0;
}

void *memchr(const void *p, int c, unsigned long size) {
  const char *s = p;
  unsigned long i = 0;
  while (i < size && s[i] != (char)c)
    i++;
  return i < size ? (void *)(s + i) : (void *)0;
}

int memcmp(const void *p, const void *q, unsigned long size) {
  const char *s = p, *t = q;
  unsigned long i = 0;
  while (i < size && s[i] == t[i])
    i++;
  return i < size ? (unsigned char)s[i] - (unsigned char)t[i] : 0;
}

static char __lower(char c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static int __is_in(const char *set, char c) {
  unsigned long i = 0;
  while (set[i] && set[i] != c)
    i++;
  return set[i] != 0;
}

int strcoll(const char *s, const char *t) {
  unsigned long i = 0;
  while (s[i] && s[i] == t[i])
    i++;
  return (unsigned char)s[i] - (unsigned char)t[i];
}

int strcasecmp(const char *s, const char *t) {
  unsigned long i = 0;
  while (s[i] && __lower(s[i]) == __lower(t[i]))
    i++;
  return (unsigned char)__lower(s[i]) - (unsigned char)__lower(t[i]);
}

int strncasecmp(const char *s, const char *t, unsigned long most) {
  unsigned long i = 0;
  while (i < most && s[i] && __lower(s[i]) == __lower(t[i]))
    i++;
  return i < most ? (unsigned char)__lower(s[i]) - (unsigned char)__lower(t[i]) : 0;
}

int bcmp(const void *p, const void *q, unsigned long size) {
  const char *s = p, *t = q;
  unsigned long i = 0;
  while (i < size && s[i] == t[i])
    i++;
  return i < size ? (unsigned char)s[i] - (unsigned char)t[i] : 0;
}

char *index(const char *s, int c) {
  unsigned long i = 0;
  while (s[i] && s[i] != (char)c)
    i++;
  return s[i] == (char)c ? (char *)s + i : (char *)0;
}

char *rindex(const char *s, int c) {
  unsigned long i = 0;
  char *last = 0;
  while (s[i]) {
    if (s[i] == (char)c)
      last = (char *)s + i;
    i++;
  }
  return (char)c == 0 ? (char *)s + i : last;
}

char *strchrnul(const char *s, int c) {
  unsigned long i = 0;
  while (s[i] && s[i] != (char)c)
    i++;
  return (char *)s + i;
}

void *rawmemchr(const void *p, int c) {
  const char *s = p;
  unsigned long i = 0;
  while (s[i] != (char)c)
    i++;
  return (void *)(s + i);
}

void *memrchr(const void *p, int c, unsigned long size) {
  const char *s = p;
  unsigned long i = size;
  while (i > 0 && s[i - 1] != (char)c)
    i--;
  return i > 0 ? (void *)(s + (i - 1)) : (void *)0;
}

void *memmem(const void *p, unsigned long size, const void *q, unsigned long length) {
  const char *s = p, *t = q;
  for (unsigned long i = 0; length <= size && i <= size - length; i++) {
    unsigned long n = 0;
    while (n < length && s[i + n] == t[n])
      n++;
    if (n == length)
      return (void *)(s + i);
  }
  return (void *)0;
}

char *strstr(const char *s, const char *t) {
  for (unsigned long i = 0;; i++) {
    unsigned long n = 0;
    while (t[n] && s[i + n] == t[n])
      n++;
    if (!t[n])
      return (char *)s + i;
    if (!s[i + n])
      return (char *)0;
  }
}

char *strcasestr(const char *s, const char *t) {
  for (unsigned long i = 0;; i++) {
    unsigned long n = 0;
    while (t[n] && __lower(s[i + n]) == __lower(t[n]))
      n++;
    if (!t[n])
      return (char *)s + i;
    if (!s[i + n])
      return (char *)0;
  }
}

unsigned long strspn(const char *s, const char *set) {
  unsigned long n = 0;
  while (s[n] && __is_in(set, s[n]))
    n++;
  return n;
}

unsigned long strcspn(const char *s, const char *set) {
  unsigned long n = 0;
  while (s[n] && !__is_in(set, s[n]))
    n++;
  return n;
}

char *strpbrk(const char *s, const char *set) {
  unsigned long n = 0;
  while (s[n] && !__is_in(set, s[n]))
    n++;
  return s[n] ? (char *)s + n : (char *)0;
}

static char *__token(char *s, const char *set, char **rest) {
  unsigned long i = 0, n;
  while (s[i] && __is_in(set, s[i]))
    i++;
  n = i;
  while (s[n] && !__is_in(set, s[n]))
    n++;
  *rest = s + n;
  if (s[n]) {
    s[n] = 0;
    *rest = s + n + 1;
  }
  return n > i ? s + i : (char *)0;
}

char *strtok_r(char *s, const char *set, char **rest) {
  return __token(s ? s : *rest, set, rest);
}

static char *__strtok_rest;

char *strtok(char *s, const char *set) {
  return __token(s ? s : __strtok_rest, set, &__strtok_rest);
}

char *strsep(char **rest, const char *set) {
  char *s = *rest;
  unsigned long n = 0;
  if (!s)
    return (char *)0;
  while (s[n] && !__is_in(set, s[n]))
    n++;
  if (s[n]) {
    s[n] = 0;
    *rest = s + n + 1;
  } else
    *rest = (char *)0;
  return s;
}

char *stpcpy(char *to, const char *from) {
  unsigned long i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  return to + i;
}

char *stpncpy(char *to, const char *from, unsigned long most) {
  unsigned long i = 0, length;
  while (i < most && from[i]) {
    to[i] = from[i];
    i++;
  }
  length = i;
  while (i < most) {
    to[i] = 0;
    i++;
  }
  return to + length;
}

unsigned long strlcpy(char *to, const char *from, unsigned long size) {
  unsigned long i = 0;
  while (from[i]) {
    if (i + 1 < size)
      to[i] = from[i];
    i++;
  }
  if (size > 0)
    to[i < size ? i : size - 1] = 0;
  return i;
}

unsigned long strlcat(char *to, const char *from, unsigned long size) {
  unsigned long n = 0, i = 0;
  while (n < size && to[n])
    n++;
  while (from[i]) {
    if (n + i + 1 < size)
      to[n + i] = from[i];
    i++;
  }
  if (n < size)
    to[n + i < size ? n + i : size - 1] = 0;
  return n + i;
}

void *memccpy(void *p, const void *q, int c, unsigned long size) {
  char *to = p;
  const char *from = q;
  for (unsigned long i = 0; i < size; i++) {
    to[i] = from[i];
    if (from[i] == (char)c)
      return to + i + 1;
  }
  return (void *)0;
}

void *mempcpy(void *to, const void *from, unsigned long size) {
  __builtin_memcpy(to, from, size);
  return (char *)to + size;
}

void bcopy(const void *from, void *to, unsigned long size) { __builtin_memmove(to, from, size); }

void bzero(void *to, unsigned long size) { __builtin_memset(to, 0, size); }

void explicit_bzero(void *to, unsigned long size) { __builtin_memset(to, 0, size); }

char *strdup(const char *s) {
  unsigned long n = 0;
  while (s[n])
    n++;
  char *copy = __builtin_malloc(n + 1);
  for (unsigned long i = 0; i < n; i++)
    copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

char *strndup(const char *s, unsigned long most) {
  unsigned long n = 0;
  while (n < most && s[n])
    n++;
  char *copy = __builtin_malloc(n + 1);
  for (unsigned long i = 0; i < n; i++)
    copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

static void *__resized(void *p, unsigned long size) {
  if (size == 0)
    __lariat_not_followed("`realloc` is asked for no bytes, which C libraries answer differently");
  void *q = __builtin_malloc(size);
  if (p) {
    unsigned long room = __lariat_room(p);
    __builtin_memcpy(q, p, room < size ? room : size);
    __builtin_free(p);
  }
  return q;
}

void *realloc(void *p, unsigned long size) { return __resized(p, size); }

void *reallocarray(void *p, unsigned long count, unsigned long size) {
  if (size > 0 && count > -1UL / size)
    return (void *)0;
  return __resized(p, count * size);
}

void *aligned_alloc(unsigned long alignment, unsigned long size) { return __builtin_malloc(size); }

void *memalign(unsigned long alignment, unsigned long size) { return __builtin_malloc(size); }

int posix_memalign(void **to, unsigned long alignment, unsigned long size) {
  *to = __builtin_malloc(size);
  return 0;
}

int abs(int n) { return n < 0 ? -n : n; }

long labs(long n) { return n < 0 ? -n : n; }

long long llabs(long long n) { return n < 0 ? -n : n; }

static int __errno;

int *__errno_location(void) { return &__errno; }

int atoi(const char *s) {
  unsigned long i = 0;
  int value = 0, negative;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+')
    i++;
  while (s[i] >= '0' && s[i] <= '9') {
    value = value * 10 - (s[i] - '0');
    i++;
  }
  return negative ? value : -value;
}

long atol(const char *s) {
  unsigned long i = 0;
  long value = 0;
  int negative;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+')
    i++;
  while (s[i] >= '0' && s[i] <= '9') {
    value = value * 10 - (s[i] - '0');
    i++;
  }
  return negative ? value : -value;
}

long long atoll(const char *s) {
  unsigned long i = 0;
  long long value = 0;
  int negative;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+')
    i++;
  while (s[i] >= '0' && s[i] <= '9') {
    value = value * 10 - (s[i] - '0');
    i++;
  }
  return negative ? value : -value;
}

static int __digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 36;
}

/* The number that a text begins with, modulo 2^64: if it has a sign up to `most`, and one more where it is negative. */
static unsigned long long __number(const char *s, char **end, int base, unsigned long long most, int is_signed) {
  unsigned long i = 0, first;
  unsigned long long value = 0;
  int negative, over = 0;
  if (base < 0 || base == 1 || base > 36)
    __lariat_not_followed("a number has a base that is none");
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+')
    i++;
  if (base == 0 || base == 16) {
    if (s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && __digit(s[i + 2]) < 16) {
      i += 2;
      base = 16;
    } else if (base == 0)
      base = s[i] == '0' ? 8 : 10;
  }
  if (is_signed && negative)
    most++;
  first = i;
  while (__digit(s[i]) < base) {
    unsigned long long digit = __digit(s[i]);
    if (value > most / base || (value == most / base && digit > most % base))
      over = 1;
    else
      value = value * base + digit;
    i++;
  }
  if (end)
    *end = (char *)s + (i > first ? i : 0);
  if (over) {
    __errno = 34;
    return is_signed && negative ? -most : most;
  }
  return negative ? -value : value;
}

long strtol(const char *s, char **end, int base) { return __number(s, end, base, -1UL / 2, 1); }

long long strtoll(const char *s, char **end, int base) { return __number(s, end, base, -1ULL / 2, 1); }

long long strtoimax(const char *s, char **end, int base) { return __number(s, end, base, -1ULL / 2, 1); }

unsigned long strtoul(const char *s, char **end, int base) { return __number(s, end, base, -1UL, 0); }

unsigned long long strtoull(const char *s, char **end, int base) { return __number(s, end, base, -1ULL, 0); }

unsigned long long strtoumax(const char *s, char **end, int base) { return __number(s, end, base, -1ULL, 0); }

int isdigit(int c) { return c >= '0' && c <= '9'; }

int isupper(int c) { return c >= 'A' && c <= 'Z'; }

int islower(int c) { return c >= 'a' && c <= 'z'; }

int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

int isalnum(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

int isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }

int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int isblank(int c) { return c == ' ' || c == '\t'; }

int isprint(int c) { return c >= ' ' && c <= '~'; }

int isgraph(int c) { return c > ' ' && c <= '~'; }

int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }

int ispunct(int c) {
  return c > ' ' && c <= '~' && !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }

int tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

int isascii(int c) { return c >= 0 && c <= 127; }

int toascii(int c) { return c & 127; }

/* Characters that are written only where there is room for them and for a 0. */
static void __put(char *s, unsigned long room, unsigned long *at, char c) {
  if (*at + 1 < room)
    s[*at] = c;
  ++*at;
}

static void __fill(char *s, unsigned long room, unsigned long *at, char c, int count) {
  for (int i = 0; i < count; i++)
    __put(s, room, at, c);
}

/* The digits of a number, from the last one on; how many there are. */
static int __digits(char *digits, unsigned long long value, int base, int upper) {
  int count = 0;
  for (; value; value /= base) {
    int digit = value % base;
    digits[count++] = digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10;
  }
  return count;
}

int vsnprintf(char *s, unsigned long room, const char *f, __builtin_va_list all) {
  unsigned long at = 0;
  for (; *f; f++) {
    if (*f != '%') {
      __put(s, room, &at, *f);
      continue;
    }
    int left = 0, zeros = 0, plus = 0, space = 0, other = 0, width = 0, precision = -1, size = 0;
    for (f++;; f++) {
      if (*f == '-')
        left = 1;
      else if (*f == '0')
        zeros = 1;
      else if (*f == '+')
        plus = 1;
      else if (*f == ' ')
        space = 1;
      else if (*f == '#')
        other = 1;
      else
        break;
    }
    if (*f == '*') {
      width = __builtin_va_arg(all, int);
      f++;
      if (width < 0) {
        left = 1;
        width = -width;
      }
    }
    for (; *f >= '0' && *f <= '9'; f++)
      width = width * 10 + (*f - '0');
    if (*f == '.') {
      f++;
      precision = 0;
      if (*f == '*') {
        precision = __builtin_va_arg(all, int);
        f++;
      }
      for (; *f >= '0' && *f <= '9'; f++)
        precision = precision * 10 + (*f - '0');
    }
    for (;; f++) {
      if (*f == 'h')
        size--;
      else if (*f == 'l' || *f == 'j' || *f == 'z' || *f == 't')
        size++;
      else
        break;
    }
    if (*f == '%') {
      __put(s, room, &at, '%');
      continue;
    }
    if (*f == 'c' && size == 0) {
      char c = __builtin_va_arg(all, int);
      __fill(s, room, &at, ' ', left ? 0 : width - 1);
      __put(s, room, &at, c);
      __fill(s, room, &at, ' ', left ? width - 1 : 0);
      continue;
    }
    if (*f == 's' && size == 0) {
      const char *text = __builtin_va_arg(all, const char *);
      int length = 0;
      while ((precision < 0 || length < precision) && text[length])
        length++;
      __fill(s, room, &at, ' ', left ? 0 : width - length);
      for (int i = 0; i < length; i++)
        __put(s, room, &at, text[i]);
      __fill(s, room, &at, ' ', left ? width - length : 0);
      continue;
    }
    int is_signed = *f == 'd' || *f == 'i', negative = 0, base = 10;
    if (!is_signed && *f != 'u' && *f != 'x' && *f != 'X' && *f != 'o')
      __lariat_not_followed("a format has more in it than integers, characters and strings");
    if (*f == 'x' || *f == 'X')
      base = 16;
    if (*f == 'o')
      base = 8;
    unsigned long long value;
    if (is_signed) {
      long long number = size > 0 ? __builtin_va_arg(all, long) : __builtin_va_arg(all, int);
      if (size == -1)
        number = (short)number;
      if (size == -2)
        number = (signed char)number;
      negative = number < 0;
      value = negative ? -(unsigned long long)number : number;
    } else {
      value = size > 0 ? __builtin_va_arg(all, unsigned long) : __builtin_va_arg(all, unsigned);
      if (size == -1)
        value = (unsigned short)value;
      if (size == -2)
        value = (unsigned char)value;
    }
    char digits[24];
    int count = __digits(digits, value, base, *f == 'X'), least = precision < 0 ? 1 : precision;
    char sign = negative ? '-' : plus && is_signed ? '+' : space && is_signed ? ' ' : 0;
    int prefix = base == 16 && other && value ? 2 : 0;
    if (base == 8 && other && least <= count)
      least = count + 1;
    int length = (count > least ? count : least) + (sign ? 1 : 0) + prefix;
    int padding = width > length ? width - length : 0;
    if (zeros && !left && precision < 0) {
      least = (count > least ? count : least) + padding;
      padding = 0;
    }
    __fill(s, room, &at, ' ', left ? 0 : padding);
    if (sign)
      __put(s, room, &at, sign);
    if (prefix) {
      __put(s, room, &at, '0');
      __put(s, room, &at, *f);
    }
    __fill(s, room, &at, '0', least - count);
    while (count > 0)
      __put(s, room, &at, digits[--count]);
    __fill(s, room, &at, ' ', left ? padding : 0);
  }
  if (room)
    s[at < room ? at : room - 1] = 0;
  return at;
}

int vsprintf(char *s, const char *f, __builtin_va_list all) { return vsnprintf(s, -1UL, f, all); }
