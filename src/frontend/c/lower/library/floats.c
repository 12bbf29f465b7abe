/* What a number with these digits and this power of ten is nearest to. */
static double __lariat_decimal(double digits, double power);

static float __lariat_decimalf(float digits, float power);

/* Whether a value is written with a minus. */
static int __lariat_has_minus(double value);

/* Whether a text goes on with these letters, in any case. */
static int __three(const char *s, char a, char b, char c) {
  return __lower(s[0]) == a && __lower(s[1]) == b && __lower(s[2]) == c;
}

static const double __tens[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

/* The digits of the number that a text begins with, and the power of ten that goes with them, or of two; and which sign
   it has. The result is 10 or 16 for a number, 1 if it is infinite, and 2 if it is none. */
static int __decimal(const char *s, char **end, unsigned long long *digits, long *power, int *negative) {
  unsigned long i = 0;
  unsigned long long value = 0;
  long places = 0;
  int some = 0, point = 0, over = 0, base = 10;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  *negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+')
    i++;
  if (__three(s + i, 'i', 'n', 'f')) {
    if (end)
      *end = (char *)s + (__three(s + i + 3, 'i', 'n', 'i') && __three(s + i + 5, 'i', 't', 'y') ? i + 8 : i + 3);
    return 1;
  }
  if (__three(s + i, 'n', 'a', 'n')) {
    unsigned long j = i + 3;
    if (s[j] == '(') {
      j++;
      while (__digit(s[j]) < 36 || s[j] == '_')
        j++;
      j = s[j] == ')' ? j + 1 : i + 3;
    }
    if (end)
      *end = (char *)s + j;
    return 2;
  }
  if (s[i] == '0' && __lower(s[i + 1]) == 'x' &&
      (__digit(s[i + 2]) < 16 || (s[i + 2] == '.' && __digit(s[i + 3]) < 16))) {
    i += 2;
    base = 16;
  }
  for (; __digit(s[i]) < base || (s[i] == '.' && !point); i++) {
    if (s[i] == '.') {
      point = 1;
      continue;
    }
    some = 1;
    if (value > (-1ULL - 15) / 16)
      over = 1;
    else
      value = value * base + __digit(s[i]);
    if (point)
      places -= base == 16 ? 4 : 1;
  }
  if (over || places < -1000)
    __lariat_not_followed("a floating-point number in a text has more digits than 60 bits");
  if (some && __lower(s[i]) == (base == 16 ? 'p' : 'e')) {
    unsigned long j = i + 1;
    long more = 0;
    int less = s[j] == '-';
    if (s[j] == '-' || s[j] == '+')
      j++;
    if (s[j] >= '0' && s[j] <= '9') {
      for (; s[j] >= '0' && s[j] <= '9'; j++)
        if (more < 10000)
          more = more * 10 + (s[j] - '0');
      places += less ? -more : more;
      i = j;
    }
  }
  if (end)
    *end = (char *)s + (some ? i : 0);
  if (!some)
    *negative = 0;
  *digits = value;
  *power = places;
  return base;
}

static double __double(const char *s, char **end) {
  unsigned long long digits = 0;
  long power = 0;
  int negative = 0, kind = __decimal(s, end, &digits, &power, &negative);
  double value = digits;
  if (kind == 1)
    value = __builtin_inf();
  if (kind == 2)
    value = __builtin_nan("");
  if (kind == 16 && power) {
    if (digits > 1ULL << 53 || power > 60 || power < -60)
      __lariat_not_followed("a floating-point number in a text has many hexadecimal digits, or a large exponent");
    value = power < 0 ? value / (1ULL << -power) : value * (1ULL << power);
  } else if (digits && power) {
    if (digits > 1ULL << 53)
      __lariat_not_followed("a floating-point number in a text has more digits than 53 bits, and a part behind the point");
    if (power >= -22 && power <= 22) {
      value = power < 0 ? value / __tens[-power] : value * __tens[power];
    } else {
      value = __lariat_decimal(value, power);
      if (value < 2.2250738585072014e-308)
        __lariat_not_followed("a floating-point number in a text is so small that C leaves open whether errno is set");
      if (value > 1.7976931348623157e308)
        __errno = 34;
    }
  }
  return negative ? -value : value;
}

double strtod(const char *s, char **end) { return __double(s, end); }

double atof(const char *s) { return __double(s, (char **)0); }

float strtof(const char *s, char **end) {
  unsigned long long digits = 0;
  long power = 0;
  int negative = 0, kind = __decimal(s, end, &digits, &power, &negative);
  float value = digits;
  if (kind == 1)
    value = __builtin_inff();
  if (kind == 2)
    value = __builtin_nanf("");
  if (kind == 16 && power) {
    if (digits > 1ULL << 24 || power > 60 || power < -60)
      __lariat_not_followed("a floating-point number in a text has many hexadecimal digits, or a large exponent");
    value = power < 0 ? value / (1ULL << -power) : value * (1ULL << power);
  } else if (digits && power) {
    if (digits > 1ULL << 24)
      __lariat_not_followed("a floating-point number in a text has more digits than 24 bits, and a part behind the point");
    if (power >= -10 && power <= 10) {
      float scale = __tens[power < 0 ? -power : power];
      value = power < 0 ? value / scale : value * scale;
    } else {
      value = __lariat_decimalf(value, power);
      if (value < 1.17549435e-38f)
        __lariat_not_followed("a floating-point number in a text is so small that C leaves open whether errno is set");
      if (value > 3.40282347e38f)
        __errno = 34;
    }
  }
  return negative ? -value : value;
}

struct lconv {
  char *decimal_point, *thousands_sep, *grouping, *int_curr_symbol, *currency_symbol, *mon_decimal_point;
  char *mon_thousands_sep, *mon_grouping, *positive_sign, *negative_sign, int_frac_digits, frac_digits;
  char p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space, p_sign_posn, n_sign_posn;
  char int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes, int_n_sep_by_space, int_p_sign_posn, int_n_sign_posn;
};
static struct lconv __locale = {".", "", "", "", "", "", "", "", "", "", 127, 127, 127, 127, 127, 127, 127, 127, 127,
                                127, 127, 127, 127, 127};
struct lconv *localeconv(void) { return &__locale; }
