/* Calls each model, which has `model_` in front of its name here, and the real function with the same random
   arguments, and says where they differ. */
#include <setjmp.h>
static jmp_buf *left;
static void __lariat_not_followed(const char *why) {
  if (left)
    longjmp(*left, 1);
  printf("%s\n", why), exit(1);
}

static double __lariat_decimal(double digits, double power) {
  char all[64];
  sprintf(all, "%.0fe%.0f", digits, power);
  return strtod(all, 0);
}

static float __lariat_decimalf(float digits, float power) {
  char all[64];
  sprintf(all, "%.0fe%.0f", digits, power);
  return strtof(all, 0);
}

static unsigned long __lariat_room(const void *p) { return malloc_usable_size((void *)p); }

static __attribute__((unused)) void __lariat_apart(const void *to, unsigned long stored, const void *from, unsigned long read) {}

static __attribute__((unused)) void __lariat_read(const void *from, unsigned long size) {}

static unsigned long seed = 1;

static unsigned long any(unsigned long most) {
  seed = seed * 6364136223846793005UL + 1442695040888963407UL;
  return (seed >> 33) % most;
}

static int sign(long n) { return (n > 0) - (n < 0); }

/* Text of few characters, so that parts of it are alike; sometimes of any. */
static void text(char *s, unsigned long size, const char *letters) {
  unsigned long wild = any(8) == 0;
  for (unsigned long i = 0; i < size; i++)
    s[i] = wild ? (char)any(256) : letters[any(strlen(letters))];
  s[any(size)] = 0;
  s[size - 1] = 0;
}

static char s[12], t[5], a[64], b[64];
static unsigned long n, m;

static void differs(const char *what) {
  printf("%s differs: \"%s\", \"%s\", %lu, %lu\n", what, s, t, n, m);
  exit(1);
}

#define SAME(what, x, y) \
  if ((x) != (y)) \
    differs(what);

/* The same done to two copies of the text, which have the same bytes in the end; results are places in them. */
#define BOTH(what, x, y) \
  { \
    memset(a, '#', sizeof a), memset(b, '#', sizeof b); \
    strcpy(a, s), strcpy(b, s); \
    char *to = a, *r = (void *)(x); \
    long first = r ? r - to : -1; \
    to = b, r = (void *)(y); \
    long second = r ? r - to : -1; \
    if (first != second || memcmp(a, b, sizeof a)) \
      differs(what); \
  }

static void strings(void) {
  text(s, 12, "abAB,,  \t-+019xXzZ"), text(t, 5, "abAB, ");
  n = any(12), m = any(5);
  int c = any(2) ? s[any(12)] : (int)any(256);
  SAME("strlen", model_strlen(s), strlen(s))
  SAME("strnlen", model_strnlen(s, n), strnlen(s, n))
  SAME("strcmp", sign(model_strcmp(s, t)), sign(strcmp(s, t)))
  SAME("strcoll", sign(model_strcoll(s, t)), sign(strcoll(s, t)))
  SAME("strncmp", sign(model_strncmp(s, t, n)), sign(strncmp(s, t, n)))
  SAME("strcasecmp", sign(model_strcasecmp(s, t)), sign(strcasecmp(s, t)))
  SAME("strncasecmp", sign(model_strncasecmp(s, t, n)), sign(strncasecmp(s, t, n)))
  SAME("memcmp", sign(model_memcmp(s, t, m)), sign(memcmp(s, t, m)))
  SAME("bcmp", !model_bcmp(s, t, m), !bcmp(s, t, m))
  SAME("strchr", model_strchr(s, c), strchr(s, c))
  SAME("strrchr", model_strrchr(s, c), strrchr(s, c))
  SAME("index", model_index(s, c), index(s, c))
  SAME("rindex", model_rindex(s, c), rindex(s, c))
  SAME("strchrnul", model_strchrnul(s, c), strchrnul(s, c))
  SAME("rawmemchr", model_rawmemchr(s, s[n]), rawmemchr(s, s[n]))
  SAME("memchr", model_memchr(s, c, n), memchr(s, c, n))
  SAME("memrchr", model_memrchr(s, c, n), memrchr(s, c, n))
  SAME("memmem", model_memmem(s, n, t, m), memmem(s, n, t, m))
  SAME("strstr", model_strstr(s, t), strstr(s, t))
  SAME("strcasestr", model_strcasestr(s, t), strcasestr(s, t))
  SAME("strspn", model_strspn(s, t), strspn(s, t))
  SAME("strcspn", model_strcspn(s, t), strcspn(s, t))
  SAME("strpbrk", model_strpbrk(s, t), strpbrk(s, t))
  BOTH("strcpy", model_strcpy(to, t), strcpy(to, t))
  BOTH("strncpy", model_strncpy(to, t, n), strncpy(to, t, n))
  BOTH("strcat", model_strcat(to, t), strcat(to, t))
  BOTH("strncat", model_strncat(to, t, n), strncat(to, t, n))
  BOTH("stpcpy", model_stpcpy(to, t), stpcpy(to, t))
  BOTH("stpncpy", model_stpncpy(to, t, n), stpncpy(to, t, n))
  BOTH("memccpy", model_memccpy(to, t, c, m), memccpy(to, t, c, m))
  BOTH("mempcpy", model_mempcpy(to, t, m), mempcpy(to, t, m))
  BOTH("bcopy", (model_bcopy(to, to + 3, n), to), (bcopy(to, to + 3, n), to))
  BOTH("bzero", (model_bzero(to, n), to), (bzero(to, n), to))
  BOTH("explicit_bzero", (model_explicit_bzero(to, n), to), (explicit_bzero(to, n), to))
  char *copy = model_strdup(s);
  SAME("strdup", strcmp(copy, s), 0)
  free(copy);
  copy = model_strndup(s, m);
  char *real = strndup(s, m);
  SAME("strndup", strcmp(copy, real), 0)
  free(copy), free(real);
  char *rest = 0, *other = 0;
  BOTH("strsep", (rest = to, model_strsep(&rest, t)), (other = to, strsep(&other, t)))
  SAME("strsep", rest ? rest - a : -1, other ? other - b : -1)
  BOTH("strtok_r", model_strtok_r(to, t, &rest), strtok_r(to, t, &other))
  SAME("strtok_r", rest - a, other - b)
  BOTH("strtok", (model_strtok(to, t), model_strtok(0, t)), (strtok(to, t), strtok(0, t)))
}

/* What is kept, and that there is as much as was asked for. */
static void memory(void) {
  unsigned long size = 1 + any(40), more = 1 + any(80), kept = size < more ? size : more;
  char *p = model_aligned_alloc(16, size), *q = model_memalign(16, size), *r = 0;
  SAME("posix_memalign", model_posix_memalign((void **)&r, 16, size), 0)
  void *odd = 0, *small = 0;
  SAME("posix_memalign", model_posix_memalign(&odd, 24, size), posix_memalign(&odd, 24, size))
  SAME("posix_memalign", model_posix_memalign(&small, 4, size), posix_memalign(&small, 4, size))
  memset(p, 'a', size), memset(q, 'b', size), memset(r, 'c', size);
  char before[41], *x = model_realloc(p, more), *y = model_reallocarray(q, more, 2);
  SAME("realloc", memcmp(x, memset(before, 'a', size), kept), 0)
  SAME("reallocarray", memcmp(y, memset(before, 'b', size), kept), 0)
  SAME("reallocarray", model_reallocarray(r, -1UL / 2, 3), 0)
  memset(x, 'd', more), memset(y, 'e', 2 * more);
  free(r);
#ifdef __GLIBC__
  void *a = malloc(size), *b = malloc(size);
  SAME("realloc", model_realloc(x, 0), realloc(a, 0))
  SAME("reallocarray", model_reallocarray(y, 0, any(3)), reallocarray(b, any(3), 0))
#else
  free(x), free(y);
#endif
  x = model_realloc(0, 0), y = realloc(0, 0);
  SAME("realloc", !x, !y)
  free(x), free(y);
}

static void characters(void) {
  for (int c = -1; c < 256; c++) {
    n = c;
    SAME("isdigit", !model_isdigit(c), !isdigit(c))
    SAME("isupper", !model_isupper(c), !isupper(c))
    SAME("islower", !model_islower(c), !islower(c))
    SAME("isalpha", !model_isalpha(c), !isalpha(c))
    SAME("isalnum", !model_isalnum(c), !isalnum(c))
    SAME("isxdigit", !model_isxdigit(c), !isxdigit(c))
    SAME("isspace", !model_isspace(c), !isspace(c))
    SAME("isblank", !model_isblank(c), !isblank(c))
    SAME("isprint", !model_isprint(c), !isprint(c))
    SAME("isgraph", !model_isgraph(c), !isgraph(c))
    SAME("iscntrl", !model_iscntrl(c), !iscntrl(c))
    SAME("ispunct", !model_ispunct(c), !ispunct(c))
    SAME("isascii", !model_isascii(c), !isascii(c))
    SAME("toascii", model_toascii(c), toascii(c))
    SAME("toupper", model_toupper(c), toupper(c))
    SAME("tolower", model_tolower(c), tolower(c))
  }
}

#define NUMBER(what, type, x, y) \
  { \
    char *end = 0, *other = 0; \
    errno = *model___errno_location() = 0; \
    type first = x, second = y; \
    SAME(what, first, second) \
    SAME(what, end, other) \
    SAME(what, *model___errno_location(), errno) \
  }

static void numbers(void) {
  static const int bases[] = {0, 2, 8, 10, 10, 16, 36};
  text(s, 12, any(2) ? "0123456789" : "-+ 00xX1179afz");
  n = bases[any(7)];
  char big[40];
  sprintf(big, "%s%s%s", any(2) ? "-" : " ", any(2) ? "92233720368547758" : "184467440737095516", s);
  SAME("atol", model_atol(s), atol(s))
  SAME("atoll", model_atoll(s), atoll(s))
  NUMBER("strtol", long, model_strtol(s, &end, n), strtol(s, &other, n))
  NUMBER("strtoul", unsigned long, model_strtoul(s, &end, n), strtoul(s, &other, n))
  NUMBER("strtol", long, model_strtol(big, &end, n), strtol(big, &other, n))
  NUMBER("strtoll", long long, model_strtoll(big, &end, n), strtoll(big, &other, n))
  NUMBER("strtoimax", intmax_t, model_strtoimax(big, &end, n), strtoimax(big, &other, n))
  NUMBER("strtoul", unsigned long, model_strtoul(big, &end, n), strtoul(big, &other, n))
  NUMBER("strtoull", unsigned long long, model_strtoull(big, &end, n), strtoull(big, &other, n))
  NUMBER("strtoumax", uintmax_t, model_strtoumax(big, &end, n), strtoumax(big, &other, n))
  s[9] = 0;
  SAME("atoi", model_atoi(s), atoi(s))
  int v = (int)any(1000) - 500;
  SAME("abs", model_abs(v), abs(v))
  SAME("labs", model_labs(v), labs(v))
  SAME("llabs", model_llabs(v), llabs(v))
  SAME("imaxabs", model_imaxabs(v), imaxabs(v))
  long w = (long)any(1UL << 31) << any(32);
  SAME("ffs", model_ffs((int)w), ffs((int)w))
  SAME("ffsl", model_ffsl(w), ffsl(w))
  SAME("ffsll", model_ffsll(w), ffsll(w))
  SAME("ntohs", model_ntohs((unsigned short)w), ntohs((unsigned short)w))
  SAME("htons", model_htons((unsigned short)w), htons((unsigned short)w))
  SAME("ntohl", model_ntohl((unsigned)w), ntohl((unsigned)w))
  SAME("htonl", model_htonl((unsigned)w), htonl((unsigned)w))
}

/* As numbers, and as the same bits; the sign of what is no number is open. */
static int same(double x, double y) { return x != x ? y != y : memcmp(&x, &y, sizeof x) == 0; }

static unsigned long followed;

static void floats(void) {
  static const char *const letters[] = {"0123456789", "0123456789", "01.5", ".0129eE+-", "+- .0xinfatyNANF(_)12", "00xXaB.1pP-8"};
  jmp_buf here;
  char *end, *other, number[64];
  text(s, 12, letters[any(6)]), text(t, 5, letters[any(6)]);
  sprintf(number, any(2) ? "%s" : any(2) ? "%s.%s" : any(2) ? "%se%s" : any(2) ? "%s.%se-1" : "%s%s", s, t);
  if (any(16) == 0)
    strcpy(number, any(2) ? " -inFinity" : any(2) ? "nan(a_1)x" : any(2) ? "+iNfi" : "nan(a b)");
  left = &here;
  if (setjmp(here) == 0) {
    errno = *model___errno_location() = 0;
    double first = model_strtod(number, &end), second = strtod(number, &other);
    followed++;
    if (!same(first, second) || end != other || errno != *model___errno_location())
      differs(number);
    if (!same(model_atof(number), atof(number)))
      differs(number);
  }
  if (setjmp(here) == 0) {
    errno = *model___errno_location() = 0;
    float first = model_strtof(number, &end), second = strtof(number, &other);
    if (!same(first, second) || end != other || errno != *model___errno_location())
      differs(number);
  }
  left = 0;
}

struct lconv *localeconv(void);

static void locale(void) {
  struct lconv *a = model_localeconv(), *b = localeconv();
  SAME("localeconv", strcmp(a->decimal_point, b->decimal_point), 0)
  SAME("localeconv", strcmp(a->thousands_sep, b->thousands_sep), 0)
  SAME("localeconv", strcmp(a->negative_sign, b->negative_sign), 0)
  SAME("localeconv", strcmp(a->mon_grouping, b->mon_grouping), 0)
  SAME("localeconv", a->int_frac_digits, b->int_frac_digits)
  SAME("localeconv", a->p_cs_precedes, b->p_cs_precedes)
  SAME("localeconv", a->int_n_sign_posn, b->int_n_sign_posn)
}

static int models(char *to, unsigned long room, const char *f, ...) {
  va_list all;
  va_start(all, f);
  int count = room ? model_vsnprintf(to, room, f, all) : model_vsprintf(to, f, all);
  va_end(all);
  return count;
}

static int reals(char *to, unsigned long room, const char *f, ...) {
  va_list all;
  va_start(all, f);
  int count = room ? vsnprintf(to, room, f, all) : vsprintf(to, f, all);
  va_end(all);
  return count;
}

/* One of everything that a format can say of a number, a character and a string. */
static void formats(void) {
  static const char *const sizes[] = {"", "h", "hh", "l", "ll", "j", "z"};
  char number[20], string[20], f[64];
  const char *size = sizes[any(7)];
  char flags[4] = {"-0+ #"[any(5)], "-0+ #"[any(5)], 0, 0};
  flags[any(3)] = 0;
  sprintf(number, any(2) ? "%%%s%lu" : "%%%s", flags, any(12));
  if (any(3) == 0)
    sprintf(number + strlen(number), any(3) ? ".%lu" : ".", any(12));
  sprintf(number + strlen(number), "%s%c", size, "diuxXo"[any(6)]);
  sprintf(string, any(2) ? "%%%s*" : "%%%s*.%lu", any(2) ? "-" : "", any(5));
  sprintf(f, "%s,%%%sc%%%%%ss|", number, any(2) ? "3" : "-2", string);
  text(s, 12, "abAB,,  ");
  long value = any(3) ? (long)any(40) - 20 : (long)(any(1UL << 31) << 33 | any(1UL << 31) << any(3));
  int width = (int)any(12) - 4, c = 'a' + (int)any(20), count, other;
  n = any(2) ? any(20) : 0;
  memset(a, '#', sizeof a), memset(b, '#', sizeof b);
  if (strchr(size, 'l') || *size == 'j' || *size == 'z')
    count = models(a, n, f, value, c, width, s), other = reals(b, n, f, value, c, width, s);
  else
    count = models(a, n, f, (int)value, c, width, s), other = reals(b, n, f, (int)value, c, width, s);
  if (count != other || memcmp(a, b, sizeof a))
    differs(f);
}

static void scales(void), quotients(void), wide(void), wide_characters(void), calendar(void), dates(void), options(void), sequences(void), sets(void), ends(void), texts(void), enough_fits(void);

int main(void) {
  characters(), wide_characters();
  for (int i = 0; i < 20000; i++)
    strings(), numbers(), memory(), formats(), floats(), scales(), quotients(), wide(), calendar(), dates(), options(), sequences(), sets(), ends(), texts();
  locale();
  n = followed;
  SAME("strtod, so much of it", n > 15000, 1)
  enough_fits();
  return 0;
}
