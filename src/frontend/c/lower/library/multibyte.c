/* Characters of several bytes in the "C" locale, where those of ASCII are one each; what others are is open. */

static int __as_wide(char c) {
  if ((unsigned char)c > 127)
    __lariat_not_followed("what bytes above 127 are as wide characters is not modelled");
  return c;
}

static char __as_byte(wide_t c) {
  if (c < 0 || c > 127)
    __lariat_not_followed("what wide characters above 127 are as bytes is not modelled");
  return (char)c;
}

int mblen(const char *s, unsigned long n) {
  if (!s)
    return 0;
  if (n == 0)
    __lariat_not_followed("a character is looked for among no bytes, which C libraries answer differently");
  return __as_wide(*s) != 0;
}

int mbtowc(wide_t *to, const char *s, unsigned long n) {
  if (!s)
    return 0;
  if (n == 0)
    __lariat_not_followed("a character is looked for among no bytes, which C libraries answer differently");
  int c = __as_wide(*s);
  if (to)
    *to = c;
  return c != 0;
}

int wctomb(char *to, wide_t c) {
  if (!to)
    return 0;
  *to = __as_byte(c);
  return 1;
}

unsigned long mbrlen(const char *s, unsigned long n, void *state) {
  if (!s)
    return 0;
  if (n == 0)
    return -2UL;
  return __as_wide(*s) != 0;
}

unsigned long mbrtowc(wide_t *to, const char *s, unsigned long n, void *state) {
  if (!s)
    return 0;
  if (n == 0)
    return -2UL;
  int c = __as_wide(*s);
  if (to)
    *to = c;
  return c != 0;
}

unsigned long wcrtomb(char *to, wide_t c, void *state) {
  if (to)
    *to = __as_byte(c);
  return 1;
}

int mbsinit(const void *state) { return 1; }

unsigned btowc(int c) {
  if (c == -1)
    return -1U;
  if (c < 0 || c > 127)
    __lariat_not_followed("what bytes above 127 are as wide characters is not modelled");
  return (unsigned)c;
}

int wctob(unsigned c) {
  if (c == -1U)
    return -1;
  return __as_byte((wide_t)c);
}

unsigned long mbstowcs(wide_t *to, const char *from, unsigned long size) {
  unsigned long n = 0;
  for (; (!to || n < size) && from[n]; n++) {
    int c = __as_wide(from[n]);
    if (to)
      to[n] = c;
  }
  if (to && n < size)
    to[n] = 0;
  return n;
}

unsigned long wcstombs(char *to, const wide_t *from, unsigned long size) {
  unsigned long n = 0;
  for (; (!to || n < size) && from[n]; n++) {
    char c = __as_byte(from[n]);
    if (to)
      to[n] = c;
  }
  if (to && n < size)
    to[n] = 0;
  return n;
}

/* Behind the text there is nothing to go on with. */
unsigned long mbsrtowcs(wide_t *to, const char **from, unsigned long size, void *state) {
  unsigned long n = mbstowcs(to, *from, size);
  if (to)
    *from = n < size ? (const char *)0 : *from + n;
  return n;
}

unsigned long wcsrtombs(char *to, const wide_t **from, unsigned long size, void *state) {
  unsigned long n = wcstombs(to, *from, size);
  if (to)
    *from = n < size ? (const wide_t *)0 : *from + n;
  return n;
}

int wcscasecmp(const wide_t *s, const wide_t *t) {
  unsigned long i = 0;
  while (s[i] && towlower((unsigned)s[i]) == towlower((unsigned)t[i]))
    i++;
  int a = (int)towlower((unsigned)s[i]), b = (int)towlower((unsigned)t[i]);
  return (a > b) - (a < b);
}

int wcsncasecmp(const wide_t *s, const wide_t *t, unsigned long most) {
  unsigned long i = 0;
  while (i < most && s[i] && towlower((unsigned)s[i]) == towlower((unsigned)t[i]))
    i++;
  if (i == most)
    return 0;
  int a = (int)towlower((unsigned)s[i]), b = (int)towlower((unsigned)t[i]);
  return (a > b) - (a < b);
}

wide_t *wcpcpy(wide_t *to, const wide_t *from) {
  unsigned long i = 0;
  for (; from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
  return to + i;
}
