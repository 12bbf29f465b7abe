/* Patterns of file names in the "C" locale, after POSIX, 2.14, with what GNU adds by flags: 1 a slash is matched by slashes alone, 2 nothing is escaped, 4 so for periods at the beginning, 8 what follows a slash does not matter, 16 letters of either case. */

/* A letter in lower case where cases do not matter. */
static int __folded(char c, int flags) {
  return flags & 16 && c >= 'A' && c <= 'Z' ? c + 32 : (unsigned char)c;
}

/* Whether a name is written there, with what ends it. */
static int __is_class(const char *at, const char *name) {
  while (*name && *at == *name)
    at++, name++;
  return !*name && at[0] == ':' && at[1] == ']';
}

/* Whether a character is of a class that is named in a bracket. */
static int __is_of_class(const char *at, int c, int flags) {
  int of_one_case = __is_class(at, "upper") || __is_class(at, "lower");
  if (of_one_case && flags & 16)
    __lariat_not_followed("a class of one case in a pattern for which cases do not matter is not modelled");
  int upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
  if (__is_class(at, "alpha"))
    return upper || lower;
  if (__is_class(at, "digit"))
    return digit;
  if (__is_class(at, "alnum"))
    return upper || lower || digit;
  if (__is_class(at, "upper"))
    return upper;
  if (__is_class(at, "lower"))
    return lower;
  if (__is_class(at, "space"))
    return c == ' ' || c >= 9 && c <= 13;
  if (__is_class(at, "blank"))
    return c == ' ' || c == 9;
  if (__is_class(at, "xdigit"))
    return digit || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
  if (__is_class(at, "punct"))
    return c > 32 && c < 127 && !upper && !lower && !digit;
  if (__is_class(at, "print"))
    return c >= 32 && c < 127;
  if (__is_class(at, "graph"))
    return c > 32 && c < 127;
  if (__is_class(at, "cntrl"))
    return c < 32 || c == 127;
  __lariat_not_followed("a class of characters that POSIX does not name in a pattern is not modelled");
  return 0;
}

/* How long a bracket is, up to the one that closes it, and whether a character is in it. */
static long __bracket(const char *pattern, char character, int flags, int *is_in) {
  const char *at = pattern;
  int c = __folded(character, flags), not = *at == '!', found = 0;
  if (*at == '^')
    __lariat_not_followed("a bracket that begins with a circumflex, which POSIX leaves open in a pattern is not modelled");
  if (not)
    at++;
  do {
    if (*at == '[' && at[1] == ':') {
      at += 2;
      found |= __is_of_class(at, (unsigned char)character, flags);
      while (*at != ']')
        at++;
      at++;
      continue;
    }
    if (*at == '[' && (at[1] == '.' || at[1] == '='))
      __lariat_not_followed("a collating element in a pattern is not modelled");
    if (*at == '\\' && !(flags & 2))
      at++;
    int first = __folded(*at, flags), last = first, slash = *at == '/';
    if (at[0] && at[1] == '-' && at[2] && at[2] != ']') {
      at += 2;
      if (*at == '[' || *at == '\\' && !(flags & 2))
        __lariat_not_followed("a range up to a bracket or an escaped character in a pattern is not modelled");
      last = __folded(*at, flags), slash |= *at == '/';
      if (last < first || flags & 16)
        __lariat_not_followed("a range that is empty, or where cases do not matter in a pattern is not modelled");
    }
    if (!*at || slash && flags & 1)
      __lariat_not_followed("a bracket without an end or with a slash in a pattern is not modelled");
    found |= first <= c && c <= last;
    at++;
  } while (*at != ']');
  *is_in = found != not;
  return at - pattern + 1;
}

int fnmatch(const char *pattern, const char *name, int flags) {
  const char *star = (void *)0, *from = name, *begin = name;
  if (flags & ~31)
    __lariat_not_followed("a pattern with flags beside those of POSIX, FNM_LEADING_DIR and FNM_CASEFOLD is not modelled");
  for (;;) {
    int leads = flags & 4 && *name == '.' && (name == begin || flags & 1 && name[-1] == '/'), fits = 0;
    long length = 1;
    if (*pattern == '*') {
      if (leads)
        return 1;
      star = ++pattern;
      if (flags & 4 && *star == '?')
        __lariat_not_followed("a question mark behind a star in a pattern for which periods matter, which C libraries read differently, is not modelled");
      from = name;
      continue;
    }
    if (!*pattern && (!*name || flags & 8 && *name == '/'))
      return 0;
    if (*pattern == '\\' && !(flags & 2)) {
      if (!pattern[1] || pattern[1] == '/')
        __lariat_not_followed("a pattern that ends with a backslash, or escapes a slash is not modelled");
      fits = *name && __folded(pattern[1], flags) == __folded(*name, flags);
      length = 2;
    } else if (*name && *pattern == '?')
      fits = !leads && !(flags & 1 && *name == '/');
    else if (*name && *pattern == '[') {
      length += __bracket(pattern + 1, *name, flags, &fits);
      if (leads || flags & 1 && *name == '/')
        fits = 0;
    } else if (*pattern && *name)
      fits = __folded(*pattern, flags) == __folded(*name, flags);
    if (fits) {
      pattern += length, name++;
      continue;
    }
    /* What a star stands for is longer by one. */
    if (!star || !*from || flags & 1 && *from == '/')
      return 1;
    pattern = star, name = ++from;
  }
}
