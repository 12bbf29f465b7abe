/* Strings and memory: what the functions of `string.h` and `strings.h` do. All models of this folder are one text. */

/* The path is not followed here. */
static void __lariat_not_followed(const char *why);

/* The bytes from a pointer up to the end of what it points to. */
static unsigned long __lariat_room(const void *p);
static void __lariat_apart(const void *to, unsigned long stored, const void *from, unsigned long read);

/* So many bytes are read, at least one. */
static void __lariat_read(const void *from, unsigned long size);

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
    __lariat_apart(to, i, from + i, 1);
  }
  __lariat_apart(to, i + 1, from, i + 1);
  to[i] = 0;
  return to;
}

char *strncpy(char *to, const char *from, unsigned long most) {
  unsigned long i = 0;
  while (i < most && from[i]) {
    to[i] = from[i];
    i++;
  }
  __lariat_apart(to, most, from, i < most ? i + 1 : most);
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
    __lariat_apart(to + n, i, from + i, 1);
  }
  __lariat_apart(to + n, i + 1, from, i + 1);
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
  __lariat_apart(to + n, i + 1, from, i);
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
    __lariat_apart(to, i, from + i, 1);
  }
  __lariat_apart(to, i + 1, from, i + 1);
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
  __lariat_apart(to, most, from, i < most ? i + 1 : most);
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
    __lariat_apart(to, i + 1, from, i + 1);
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
  if (!copy)
    return (char *)0;
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
  if (!copy)
    return (char *)0;
  for (unsigned long i = 0; i < n; i++)
    copy[i] = s[i];
  copy[n] = 0;
  return copy;
}
