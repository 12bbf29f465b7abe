/* Parts of names of files, and texts in the order of a locale, which is the "C" one. */

/* Of GNU: what is behind the last slash. */
char *basename(const char *s) {
  const char *last = s;
  for (; *s; s++)
    if (*s == '/')
      last = s + 1;
  return (char *)last;
}

/* Where the last slash of a text is, before some place; nothing if there is none. */
static char *__last_slash(char *s, char *end) {
  while (end != s) {
    end--;
    if (*end == '/')
      return end;
  }
  return (char *)0;
}

/* Of POSIX: without slashes at the end, which a 0 takes the place of. */
char *__xpg_basename(char *s) {
  if (!s || !*s)
    return ".";
  char *end = s;
  while (*end)
    end++;
  char *p = __last_slash(s, end);
  if (!p)
    return s;
  if (p[1])
    return p + 1;
  while (p != s && p[-1] == '/')
    p--;
  if (p == s)
    return end - 1;
  *p = 0;
  p--;
  while (p != s && p[-1] != '/')
    p--;
  return p;
}

char *dirname(char *s) {
  if (!s)
    return ".";
  char *end = s;
  while (*end)
    end++;
  char *last = __last_slash(s, end), *p;
  if (last && last != s && !last[1]) {
    for (p = last; p != s && p[-1] == '/'; p--) {
    }
    if (p != s)
      last = __last_slash(s, p);
  }
  if (!last)
    return ".";
  for (p = last; p != s && p[-1] == '/'; p--) {
  }
  if (p != s)
    last = p;
  else if (last == s + 1)
    last++;
  else
    last = s + 1;
  *last = 0;
  return s;
}

unsigned long strxfrm(char *to, const char *from, unsigned long size) {
  unsigned long n = 0;
  while (from[n]) {
    if (n < size)
      to[n] = from[n];
    n++;
  }
  if (n < size)
    to[n] = 0;
  return n;
}
