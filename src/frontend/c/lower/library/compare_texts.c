/* The models of `paths.c`, `addresses.c`, `multibyte.c` and `patterns.c`, with what `compare.c` has. */

char *__xpg_basename(char *), *dirname(char *);

/* A result is in the text, or a text of its own. */
#define PATH(what, x, y) \
  { \
    strcpy(a, s), strcpy(b, s); \
    char *to = a, *r = x; \
    long first = r >= a && r < a + sizeof a ? r - a : -1; \
    char one[64]; \
    strcpy(one, r); \
    to = b, r = y; \
    long second = r >= b && r < b + sizeof b ? r - b : -1; \
    if (first != second || strcmp(one, r) || memcmp(a, b, 12)) \
      differs(what); \
  }

static void paths(void) {
  text(s, 12, any(2) ? "ab//" : "a/b.");
  n = any(12);
  PATH("basename", model_basename(to), basename(to))
  PATH("__xpg_basename", model___xpg_basename(to), __xpg_basename(to))
  PATH("dirname", model_dirname(to), dirname(to))
  SAME("basename", strcmp(model___xpg_basename(0), __xpg_basename(0)), 0)
  SAME("dirname", strcmp(model_dirname(0), dirname(0)), 0)
  memset(a, '#', sizeof a), memset(b, '#', sizeof b);
  m = model_strxfrm(a, s, n);
  SAME("strxfrm", m, strxfrm(b, s, n))
  /* What is there otherwise is open. */
  SAME("strxfrm", m < n && memcmp(a, b, sizeof a), 0)
}

/* What the model does not follow is left out. */
static unsigned long fitting;

static void patterns(void) {
  static const char *const brackets[] = {"[ab]", "[!a]", "[a-c]", "[]a]", "[!]-a]", "[a-]", "[[:alpha:]]", "[[:digit:].]", "[![:space:]b]", "[[:punct:]A-Z]", "[\\]a]", "[+-9]", "[[]", "[[:upper:]]", "[[:xdigit:][:cntrl:]]", "[[:lower:]", "[.a]"};
  char of[120], as[12];
  *of = 0;
  for (unsigned long parts = any(4); parts--;) {
    if (any(3) == 0)
      strcat(of, brackets[any(17)]);
    text(t, 3, any(2) ? "**?a.b/" : "**aAb\\/.[]!-");
    strcat(of, t);
  }
  text(as, any(2) ? 12 : 5, any(3) ? "aab./" : "aAb0.-]\\ ");
  static const int flags[] = {0, 1, 2, 4, 5, 8, 9, 13, 16, 21};
  n = flags[any(10)];
  jmp_buf here;
  left = &here;
  if (setjmp(here) == 0) {
    m = model_fnmatch(of, as, n);
    left = 0;
    strcpy(s, as);
    SAME(of, m, fnmatch(of, as, n))
    fitting += m == 0 && strpbrk(of, "*?[");
  }
  left = 0;
}

static void enough_fits(void) {
  n = fitting;
  SAME("fnmatch, so much of it", n > 500, 1)
}

static void addresses(void) {
  static const char *const kinds[] = {"%lu.%lu.%lu.%lu", "%lu.%lu.%lu.0x%lx", "0%lo.0x%lX.%lu.%lu", "%lu.%lu", "%lu.%lu.%lu", "%lu", "%lu.%lu.%lu.%lu ", " %lu.%lu", "%lu..%lu", "0x", "08.%lu", "0xg.%lu", "%lu.%lu.%lu.%lu.%lu", "%lu.%lu.%lu.0%lu", "%lu.%lu.%lu.%lux"};
  char of[120];
  unsigned one = 5, other = 5;
  unsigned long most = any(3) ? 260 : any(2) ? 70000 : 1UL << 31;
  sprintf(of, kinds[any(15)], any(most), any(most) * (1 + any(2)), any(most), any(most) * (1 + any(3)), any(9));
  if (any(5) == 0)
    text(of, 9, "0x1.2f ");
  strncpy(a, of, 63);
  SAME(of, model_inet_aton(of, &one), inet_aton(of, (struct in_addr *)&other))
  SAME(of, one, other)
  SAME(of, model_inet_aton(of, 0), inet_aton(of, &(struct in_addr){0}))
  SAME(of, model_inet_addr(of), inet_addr(of))
  SAME(of, model_inet_pton(2, of, &one), inet_pton(AF_INET, of, &other))
  SAME(of, one, other)
  errno = *model___errno_location() = 0;
  SAME("inet_pton", model_inet_pton(3, of, &one), inet_pton(3, of, &other))
  SAME("inet_pton", *model___errno_location(), errno)
  unsigned address = (unsigned)(any(1UL << 31) ^ any(1UL << 31) << 1);
  struct __internet model = {address};
  struct in_addr real = {address};
  SAME("inet_ntoa", strcmp(model_inet_ntoa(model), inet_ntoa(real)), 0)
  memset(a, '#', sizeof a), memset(b, '#', sizeof b);
  errno = *model___errno_location() = 0;
  n = any(20);
  int family = any(8) ? 2 : 3;
  SAME("inet_ntop", model_inet_ntop(family, &address, a, n) == a, inet_ntop(family, &address, b, n) == b)
  SAME("inet_ntop", *model___errno_location(), errno)
  SAME("inet_ntop", memcmp(a, b, sizeof a), 0)
}

/* Two copies of wide characters, as bytes. */
#define WIDE(what, x, y) \
  { \
    wchar_t *to = first; \
    memset(first, '#', sizeof first), memset(second, '#', sizeof second); \
    long one = x; \
    to = second; \
    long other = y; \
    SAME(what, one, other) \
    SAME(what, memcmp(first, second, sizeof first), 0) \
  }

static void multibyte(void) {
  wchar_t first[16], second[16], from[12], with[12], *rest = from, *left_over = from;
  const char *p = s, *q = s;
  mbstate_t state = {0};
  do
    text(s, 12, "abAB,Z \n");
  while (strspn(s, "abAB,Z \n") < strlen(s));
  for (int i = 0; i < 12; i++)
    from[i] = s[i], with[i] = any(4) ? s[i] : "abABz"[any(5)];
  with[any(11)] = with[11] = from[11] = 0;
  n = any(14);
  m = n ? n : 1;
  SAME("mblen", model_mblen(s, m), mblen(s, m))
  WIDE("mbtowc", model_mbtowc(to, s, m), mbtowc(to, s, m))
  SAME("mbtowc", model_mbtowc(0, s, m), mbtowc(0, s, m))
  SAME("mbtowc", model_mbtowc(0, 0, m) == 0, mbtowc(0, 0, m) == 0)
  SAME("mbrlen", model_mbrlen(s, n, &state), mbrlen(s, n, &state))
  state = (mbstate_t){0};
  WIDE("mbrtowc", model_mbrtowc(to, s, n, &state), mbrtowc(to, s, n, &state))
  SAME("mbsinit", !model_mbsinit(&state), !mbsinit(&state))
  state = (mbstate_t){0};
  BOTH("wctomb", (model_wctomb(to, from[0]), to), (wctomb(to, from[0]), to))
  BOTH("wcrtomb", to + model_wcrtomb(to, from[0], &state), to + wcrtomb(to, from[0], &state))
  SAME("wctomb", model_wctomb(0, from[0]), wctomb(0, from[0]))
  SAME("btowc", model_btowc(s[0]), btowc(s[0]))
  SAME("btowc", model_btowc(-1), btowc(-1))
  SAME("wctob", model_wctob(from[0]), wctob(from[0]))
  SAME("wctob", model_wctob(WEOF), wctob(WEOF))
  WIDE("mbstowcs", model_mbstowcs(to, s, n), mbstowcs(to, s, n))
  SAME("mbstowcs", model_mbstowcs(0, s, n), mbstowcs(0, s, n))
  BOTH("wcstombs", to + model_wcstombs(to, from, n), to + wcstombs(to, from, n))
  SAME("wcstombs", model_wcstombs(0, from, n), wcstombs(0, from, n))
  WIDE("mbsrtowcs", model_mbsrtowcs(to, &p, n, &state), mbsrtowcs(to, &q, n, &state))
  SAME("mbsrtowcs", p, q)
  BOTH("wcsrtombs", to + model_wcsrtombs(to, (void *)&rest, n, &state), to + wcsrtombs(to, (void *)&left_over, n, &state))
  SAME("wcsrtombs", rest, left_over)
  SAME("wcscasecmp", sign(model_wcscasecmp(from, with)), sign(wcscasecmp(from, with)))
  SAME("wcsncasecmp", sign(model_wcsncasecmp(from, with, n)), sign(wcsncasecmp(from, with, n)))
  WIDE("wcpcpy", model_wcpcpy(to, from) - to, wcpcpy(to, from) - to)
}

static int allocates(int is_model, char **to, const char *f, ...) {
  va_list all;
  va_start(all, f);
  int count = is_model ? model_vasprintf(to, f, all) : vasprintf(to, f, all);
  va_end(all);
  return count;
}

static void texts(void) {
  paths(), addresses(), multibyte(), patterns();
  char *one = 0, *other = 0;
  text(s, 12, "abAB,Z \n"), n = any(9999);
  SAME("vasprintf", allocates(1, &one, "%s-%lu.%5d", s, n, -7), allocates(0, &other, "%s-%lu.%5d", s, n, -7))
  SAME("vasprintf", strcmp(one, other), 0)
  free(one), free(other);
}
