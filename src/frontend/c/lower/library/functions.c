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
  const unsigned char *s = p;
  unsigned long i = 0;
  while (i < size && s[i] != (unsigned char)c)
    i++;
  return i < size ? (void *)(s + i) : (void *)0;
}

int memcmp(const void *p, const void *q, unsigned long size) {
  const unsigned char *s = p, *t = q;
  unsigned long i = 0;
  while (i < size && s[i] == t[i])
    i++;
  return i < size ? s[i] - t[i] : 0;
}

int abs(int n) { return n < 0 ? -n : n; }

long labs(long n) { return n < 0 ? -n : n; }

long long llabs(long long n) { return n < 0 ? -n : n; }

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
