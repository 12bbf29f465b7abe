/* Strings of wide characters, and their kinds in the "C" locale. */

typedef __WCHAR_TYPE__ wide_t;

unsigned long wcslen(const wide_t *s) {
  unsigned long n = 0;
  while (s[n])
    n++;
  return n;
}

unsigned long wcsnlen(const wide_t *s, unsigned long most) {
  unsigned long n = 0;
  while (n < most && s[n])
    n++;
  return n;
}

int wcscmp(const wide_t *s, const wide_t *t) {
  unsigned long i = 0;
  while (s[i] && s[i] == t[i])
    i++;
  return (s[i] > t[i]) - (s[i] < t[i]);
}

int wcscoll(const wide_t *s, const wide_t *t) {
  unsigned long i = 0;
  while (s[i] && s[i] == t[i])
    i++;
  return (s[i] > t[i]) - (s[i] < t[i]);
}

int wcsncmp(const wide_t *s, const wide_t *t, unsigned long most) {
  unsigned long i = 0;
  while (i < most && s[i] && s[i] == t[i])
    i++;
  return i < most ? (s[i] > t[i]) - (s[i] < t[i]) : 0;
}

wide_t *wcscpy(wide_t *to, const wide_t *from) {
  unsigned long i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  __lariat_apart(to, (i + 1) * sizeof *to, from, (i + 1) * sizeof *to);
  to[i] = 0;
  return to;
}

wide_t *wcsncpy(wide_t *to, const wide_t *from, unsigned long most) {
  unsigned long i = 0;
  while (i < most && from[i]) {
    to[i] = from[i];
    i++;
  }
  __lariat_apart(to, most * sizeof *to, from, (i < most ? i + 1 : most) * sizeof *to);
  while (i < most) {
    to[i] = 0;
    i++;
  }
  return to;
}

wide_t *wcscat(wide_t *to, const wide_t *from) {
  unsigned long n = 0, i = 0;
  while (to[n])
    n++;
  while (from[i]) {
    to[n + i] = from[i];
    i++;
  }
  __lariat_apart(to + n, (i + 1) * sizeof *to, from, (i + 1) * sizeof *to);
  to[n + i] = 0;
  return to;
}

wide_t *wcsncat(wide_t *to, const wide_t *from, unsigned long most) {
  unsigned long n = 0, i = 0;
  while (to[n])
    n++;
  while (i < most && from[i]) {
    to[n + i] = from[i];
    i++;
  }
  __lariat_apart(to + n, (i + 1) * sizeof *to, from, i * sizeof *to);
  to[n + i] = 0;
  return to;
}

wide_t *wcschr(const wide_t *s, wide_t c) {
  unsigned long i = 0;
  while (s[i] && s[i] != c)
    i++;
  return s[i] == c ? (wide_t *)s + i : (wide_t *)0;
}

wide_t *wcsrchr(const wide_t *s, wide_t c) {
  unsigned long i = 0;
  wide_t *last = 0;
  while (s[i]) {
    if (s[i] == c)
      last = (wide_t *)s + i;
    i++;
  }
  return c == 0 ? (wide_t *)s + i : last;
}

wide_t *wcsstr(const wide_t *s, const wide_t *t) {
  for (unsigned long i = 0;; i++) {
    unsigned long n = 0;
    while (t[n] && s[i + n] == t[n])
      n++;
    if (!t[n])
      return (wide_t *)s + i;
    if (!s[i + n])
      return (wide_t *)0;
  }
}

static int __is_in_wide(const wide_t *set, wide_t c) {
  unsigned long i = 0;
  while (set[i] && set[i] != c)
    i++;
  return set[i] != 0;
}

unsigned long wcsspn(const wide_t *s, const wide_t *set) {
  unsigned long n = 0;
  while (s[n] && __is_in_wide(set, s[n]))
    n++;
  return n;
}

unsigned long wcscspn(const wide_t *s, const wide_t *set) {
  unsigned long n = 0;
  while (s[n] && !__is_in_wide(set, s[n]))
    n++;
  return n;
}

wide_t *wcspbrk(const wide_t *s, const wide_t *set) {
  unsigned long n = 0;
  while (s[n] && !__is_in_wide(set, s[n]))
    n++;
  return s[n] ? (wide_t *)s + n : (wide_t *)0;
}

wide_t *wcstok(wide_t *s, const wide_t *set, wide_t **rest) {
  unsigned long i = 0, n;
  if (!s && !*rest)
    return (wide_t *)0;
  if (!s)
    s = *rest;
  while (s[i] && __is_in_wide(set, s[i]))
    i++;
  n = i;
  while (s[n] && !__is_in_wide(set, s[n]))
    n++;
  *rest = (wide_t *)0;
  if (s[n]) {
    s[n] = 0;
    *rest = s + n + 1;
  }
  return n > i ? s + i : (wide_t *)0;
}

wide_t *wcsdup(const wide_t *s) {
  unsigned long n = 0;
  while (s[n])
    n++;
  wide_t *copy = __builtin_malloc((n + 1) * sizeof *copy);
  if (!copy)
    return (wide_t *)0;
  for (unsigned long i = 0; i < n; i++)
    copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

wide_t *wmemset(wide_t *to, wide_t c, unsigned long count) {
  for (unsigned long i = 0; i < count; i++)
    to[i] = c;
  return to;
}

wide_t *wmemcpy(wide_t *to, const wide_t *from, unsigned long count) {
  __builtin_memcpy(to, from, count * sizeof *to);
  return to;
}

wide_t *wmemmove(wide_t *to, const wide_t *from, unsigned long count) {
  __builtin_memmove(to, from, count * sizeof *to);
  return to;
}

int wmemcmp(const wide_t *s, const wide_t *t, unsigned long count) {
  unsigned long i = 0;
  while (i < count && s[i] == t[i])
    i++;
  return i < count ? (s[i] > t[i]) - (s[i] < t[i]) : 0;
}

wide_t *wmemchr(const wide_t *s, wide_t c, unsigned long count) {
  unsigned long i = 0;
  while (i < count && s[i] != c)
    i++;
  return i < count ? (wide_t *)s + i : (wide_t *)0;
}

int iswdigit(unsigned c) { return c >= '0' && c <= '9'; }

int iswupper(unsigned c) { return c >= 'A' && c <= 'Z'; }

int iswlower(unsigned c) { return c >= 'a' && c <= 'z'; }

int iswalpha(unsigned c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

int iswalnum(unsigned c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

int iswxdigit(unsigned c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }

int iswspace(unsigned c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int iswblank(unsigned c) { return c == ' ' || c == '\t'; }

int iswprint(unsigned c) { return c >= ' ' && c <= '~'; }

int iswgraph(unsigned c) { return c > ' ' && c <= '~'; }

int iswcntrl(unsigned c) { return c < ' ' || c == 127; }

int iswpunct(unsigned c) {
  return c > ' ' && c <= '~' && !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

unsigned towupper(unsigned c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }

unsigned towlower(unsigned c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
