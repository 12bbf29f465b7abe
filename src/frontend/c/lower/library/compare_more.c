/* The models of `parts.c` and `wide.c`, with what `compare.c` has. */

/* Any bits, and often values that are small, next to the ends of what there is, or whole. */
static double any_double(void) {
  double x = (double)(any(1UL << 31) << any(32)) / (double)(1UL << any(40)) * (any(2) ? 1 : -1);
  unsigned long bits = any(1UL << 31) << 33 ^ any(1UL << 31) << 12 ^ any(1UL << 31);
  unsigned long exponent = any(4) ? any(60) : 2047 - any(4);
  static const double ends[] = {0.0, -0.0, 1.0, -1.0, 0.5, 0x1p-1074, -0x1p-1022, 0x1.fffffffffffffp1023, INFINITY, -INFINITY};
  switch (any(4)) {
  case 0: memcpy(&x, &bits, sizeof x); break;
  case 1: bits = (bits & 0x800fffffffffffffUL) | exponent << 52, memcpy(&x, &bits, sizeof x); break;
  case 2: x = ends[any(10)]; break;
  }
  return x;
}

static float any_float(void) {
  unsigned bits = (unsigned)(any(1UL << 31) ^ any(2) << 31);
  float x = any_double();
  if (any(2))
    memcpy(&x, &bits, sizeof x);
  return x;
}

static int same_float(float x, float y) { return x != x ? y != y : memcmp(&x, &y, sizeof x) == 0; }

#define FLOATING(what, alike, x, y) \
  { \
    errno = *model___errno_location() = 0; \
    if (!alike(x, y) || errno != *model___errno_location()) \
      differs(what); \
  }

static void scales(void) {
  double x = any_double(), y = any(4) ? any_double() : x, whole = 0, other = 0;
  float v = any_float(), w = any(4) ? any_float() : v, part = 0, rest = 0;
  int i = any(2) ? (int)any(5000) - 2500 : any(2) ? (int)any(160) - 80 : (int)(any(1UL << 31) - (1UL << 30)) * 2, j = 0, k = 0;
  FLOATING("frexp", same, model_frexp(x, &j), frexp(x, &k))
  SAME("frexp", x - x == 0 ? j : 0, x - x == 0 ? k : 0)
  FLOATING("frexpf", same_float, model_frexpf(v, &j), frexpf(v, &k))
  SAME("frexpf", v - v == 0 ? j : 0, v - v == 0 ? k : 0)
  FLOATING("ldexp", same, model_ldexp(x, i), ldexp(x, i))
  FLOATING("ldexpf", same_float, model_ldexpf(v, i), ldexpf(v, i))
  FLOATING("scalbn", same, model_scalbn(x, i), scalbn(x, i))
  FLOATING("scalbnf", same_float, model_scalbnf(v, i), scalbnf(v, i))
  FLOATING("scalbln", same, model_scalbln(x, i), scalbln(x, i))
  FLOATING("scalblnf", same_float, model_scalblnf(v, i), scalblnf(v, i))
  FLOATING("modf", same, model_modf(x, &whole), modf(x, &other))
  FLOATING("modf", same, whole, other)
  FLOATING("modff", same_float, model_modff(v, &part), modff(v, &rest))
  FLOATING("modff", same_float, part, rest)
  FLOATING("fdim", same, model_fdim(x, y), fdim(x, y))
  FLOATING("fdimf", same_float, model_fdimf(v, w), fdimf(v, w))
  if (x == x)
    FLOATING("ilogb", same, model_ilogb(x), ilogb(x))
  if (v == v)
    FLOATING("ilogbf", same, model_ilogbf(v), ilogbf(v))
  long now = (long)(any(1UL << 31) << any(33)) * (any(2) ? 1 : -1), then = any(2) ? now + (long)any(9) - 4 : i;
  FLOATING("difftime", same, model_difftime(now, then), difftime(now, then))
  FLOATING("nan", same, model_nan(""), nan(""))
  FLOATING("nanf", same_float, model_nanf(""), nanf(""))
}

static void quotients(void) {
  long a = (long)any(1UL << 31) << any(32), b = (long)any(1UL << 31) >> any(31);
  a = any(2) ? a : -a, b = b == 0 ? 1 : any(2) ? b : -b;
  int c = (int)a, d = (int)b;
  SAME("div", model_div(c / 2, d).quot, div(c / 2, d).quot)
  SAME("div", model_div(c / 2, d).rem, div(c / 2, d).rem)
  SAME("ldiv", model_ldiv(a, b).quot, ldiv(a, b).quot)
  SAME("ldiv", model_ldiv(a, b).rem, ldiv(a, b).rem)
  SAME("lldiv", model_lldiv(a, b).quot, lldiv(a, b).quot)
  SAME("lldiv", model_lldiv(a, b).rem, lldiv(a, b).rem)
  SAME("imaxdiv", model_imaxdiv(a, b).quot, imaxdiv(a, b).quot)
  SAME("imaxdiv", model_imaxdiv(a, b).rem, imaxdiv(a, b).rem)
}

static wchar_t ws[12], wt[5], wa[64], wb[64];

/* As `BOTH`, of wide characters. */
#define BOTH_WIDE(what, x, y) \
  { \
    wmemset(wa, L'#', 64), wmemset(wb, L'#', 64); \
    wcscpy(wa, ws), wcscpy(wb, ws); \
    wchar_t *to = wa, *r = (x); \
    long first = r ? r - to : -1; \
    to = wb, r = (y); \
    long second = r ? r - to : -1; \
    if (first != second || memcmp(wa, wb, sizeof wa)) \
      differs(what); \
  }

static void wide(void) {
  text(s, 12, "abAB,,  "), text(t, 5, "abAB, ");
  int wild = any(4) == 0;
  for (int i = 0; i < 12; i++)
    ws[i] = wild && s[i] ? s[i] * 7919 << any(3) : s[i];
  for (int i = 0; i < 5; i++)
    wt[i] = wild && t[i] ? ws[any(12)] : t[i];
  n = any(12), m = any(5);
  wchar_t c = any(2) ? ws[any(12)] : (wchar_t)any(256);
  SAME("wcslen", model_wcslen(ws), wcslen(ws))
  SAME("wcsnlen", model_wcsnlen(ws, n), wcsnlen(ws, n))
  SAME("wcscmp", sign(model_wcscmp(ws, wt)), sign(wcscmp(ws, wt)))
  SAME("wcscoll", sign(model_wcscoll(ws, wt)), sign(wcscoll(ws, wt)))
  SAME("wcsncmp", sign(model_wcsncmp(ws, wt, n)), sign(wcsncmp(ws, wt, n)))
  SAME("wmemcmp", sign(model_wmemcmp(ws, wt, m)), sign(wmemcmp(ws, wt, m)))
  SAME("wcschr", model_wcschr(ws, c), wcschr(ws, c))
  SAME("wcsrchr", model_wcsrchr(ws, c), wcsrchr(ws, c))
  SAME("wmemchr", model_wmemchr(ws, c, n), wmemchr(ws, c, n))
  SAME("wcsstr", model_wcsstr(ws, wt), wcsstr(ws, wt))
  SAME("wcsspn", model_wcsspn(ws, wt), wcsspn(ws, wt))
  SAME("wcscspn", model_wcscspn(ws, wt), wcscspn(ws, wt))
  SAME("wcspbrk", model_wcspbrk(ws, wt), wcspbrk(ws, wt))
  BOTH_WIDE("wcscpy", model_wcscpy(to, wt), wcscpy(to, wt))
  BOTH_WIDE("wcsncpy", model_wcsncpy(to, wt, n), wcsncpy(to, wt, n))
  BOTH_WIDE("wcscat", model_wcscat(to, wt), wcscat(to, wt))
  BOTH_WIDE("wcsncat", model_wcsncat(to, wt, n), wcsncat(to, wt, n))
  BOTH_WIDE("wmemset", model_wmemset(to, c, n), wmemset(to, c, n))
  BOTH_WIDE("wmemcpy", model_wmemcpy(to, wt, m), wmemcpy(to, wt, m))
  BOTH_WIDE("wmemmove", model_wmemmove(to + 3, to, n), wmemmove(to + 3, to, n))
  wchar_t *copy = model_wcsdup(ws), *rest = 0, *other = 0;
  SAME("wcsdup", wcscmp(copy, ws), 0)
  free(copy);
  BOTH_WIDE("wcstok", model_wcstok(to, wt, &rest), wcstok(to, wt, &other))
  SAME("wcstok", rest ? rest - wa : -1, other ? other - wb : -1)
  BOTH_WIDE("wcstok", (model_wcstok(to, wt, &rest), model_wcstok(0, wt, &rest)), (wcstok(to, wt, &other), wcstok(0, wt, &other)))
}

static void wide_characters(void) {
  for (wint_t c = -1; c < 0x11000 || c == (wint_t)-1; c++) {
    n = c;
    SAME("iswdigit", !model_iswdigit(c), !iswdigit(c))
    SAME("iswupper", !model_iswupper(c), !iswupper(c))
    SAME("iswlower", !model_iswlower(c), !iswlower(c))
    SAME("iswalpha", !model_iswalpha(c), !iswalpha(c))
    SAME("iswalnum", !model_iswalnum(c), !iswalnum(c))
    SAME("iswxdigit", !model_iswxdigit(c), !iswxdigit(c))
    SAME("iswspace", !model_iswspace(c), !iswspace(c))
    SAME("iswblank", !model_iswblank(c), !iswblank(c))
    SAME("iswprint", !model_iswprint(c), !iswprint(c))
    SAME("iswgraph", !model_iswgraph(c), !iswgraph(c))
    SAME("iswcntrl", !model_iswcntrl(c), !iswcntrl(c))
    SAME("iswpunct", !model_iswpunct(c), !iswpunct(c))
    SAME("towupper", model_towupper(c), towupper(c))
    SAME("towlower", model_towlower(c), towlower(c))
  }
}

/* Numbers that follow one another, of what goes for the whole program and of three parts. */
static void sequences(void) {
  static int begun;
  unsigned short one[3] = {any(65536), any(65536), any(65536)}, other[3];
  if (begun && any(4) == 0) {
    long from = (long)any(1UL << 31) << any(32);
    model_srand48(from), srand48(from);
  }
  begun = 1;
  memcpy(other, one, sizeof one);
  SAME("drand48", model_drand48(), drand48())
  SAME("lrand48", model_lrand48(), lrand48())
  SAME("mrand48", model_mrand48(), mrand48())
  SAME("erand48", model_erand48(one), erand48(other))
  SAME("nrand48", model_nrand48(one), nrand48(other))
  SAME("jrand48", model_jrand48(one), jrand48(other))
  SAME("jrand48", memcmp(one, other, sizeof one), 0)
  text(s, 12, "abcdefgh"), n = any(12);
  BOTH("swab", (model_swab(s, to, n), to), (swab(s, to, n), to))
}
