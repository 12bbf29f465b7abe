/* Numbers in parts: quotients with remainders, and floating-point values as a fraction and a power of two. */

struct __div_int {
  int quot, rem;
};
struct __div_int div(int a, int b) {
  struct __div_int parts = {a / b, a % b};
  return parts;
}

struct __div_long {
  long quot, rem;
};
struct __div_long ldiv(long a, long b) {
  struct __div_long parts = {a / b, a % b};
  return parts;
}

struct __div_long_long {
  long long quot, rem;
};
struct __div_long_long lldiv(long long a, long long b) {
  struct __div_long_long parts = {a / b, a % b};
  return parts;
}

struct __div_max {
  __INTMAX_TYPE__ quot, rem;
};
struct __div_max imaxdiv(__INTMAX_TYPE__ a, __INTMAX_TYPE__ b) {
  struct __div_max parts = {a / b, a % b};
  return parts;
}

static unsigned long long __bits(double x) {
  union {
    double value;
    unsigned long long bits;
  } both = {x};
  return both.bits;
}

static double __of_bits(unsigned long long bits) {
  union {
    unsigned long long bits;
    double value;
  } both = {bits};
  return both.value;
}

/* Of what is infinite or no number the exponent is left open; it is 0 here. */
double frexp(double x, int *exponent) {
  int scaled = 0;
  *exponent = 0;
  if (x == 0 || x - x != 0)
    return x;
  if (x < 0x1p-1022 && x > -0x1p-1022) {
    x *= 0x1p54;
    scaled = 54;
  }
  unsigned long long bits = __bits(x);
  *exponent = (int)(bits >> 52 & 2047) - 1022 - scaled;
  return __of_bits((bits & 0x800fffffffffffffULL) | 0x3fe0000000000000ULL);
}

float frexpf(float x, int *exponent) { return (float)frexp(x, exponent); }

/* Only the last of these steps may round. */
static double __scaled(double x, int n) {
  if (n > 1023) {
    x *= 0x1p1023;
    n -= 1023;
    if (n > 1023) {
      x *= 0x1p1023;
      n = n > 2046 ? 1023 : n - 1023;
    }
  } else if (n < -1022) {
    x *= 0x1p-969;
    n += 969;
    if (n < -1022) {
      x *= 0x1p-969;
      n = n < -1991 ? -1022 : n + 969;
    }
  }
  return x * __of_bits((unsigned long long)(1023 + n) << 52);
}

double ldexp(double x, int n) {
  double y = x;
  if (x != 0 && x - x == 0) {
    y = __scaled(x, n);
    if (y == 0 || y - y != 0)
      __errno = 34;
  }
  return y;
}

double scalbn(double x, int n) { return ldexp(x, n); }

double scalbln(double x, long n) { return ldexp(x, n > 5000 ? 5000 : n < -5000 ? -5000 : (int)n); }

float ldexpf(float x, int n) {
  float y = x;
  if (x != 0 && x - x == 0) {
    y = (float)(x * __of_bits((unsigned long long)(1023 + (n > 500 ? 500 : n < -500 ? -500 : n)) << 52));
    if (y == 0 || y - y != 0)
      __errno = 34;
  }
  return y;
}

float scalbnf(float x, int n) { return ldexpf(x, n); }

float scalblnf(float x, long n) { return ldexpf(x, n > 500 ? 500 : n < -500 ? -500 : (int)n); }

double modf(double x, double *whole) {
  *whole = x;
  if (x != x)
    return x;
  if (x - x != 0)
    return x < 0 ? -0.0 : 0.0;
  *whole = __builtin_trunc(x);
  return __builtin_copysign(x - *whole, x);
}

float modff(float x, float *whole) {
  *whole = x;
  if (x != x)
    return x;
  if (x - x != 0)
    return x < 0 ? -0.0f : 0.0f;
  *whole = __builtin_truncf(x);
  return __builtin_copysignf(x - *whole, x);
}

double fdim(double x, double y) {
  if (x <= y)
    return 0;
  double by = x - y;
  if (by - by != 0 && x - x == 0 && y - y == 0)
    __errno = 34;
  return by;
}

float fdimf(float x, float y) {
  if (x <= y)
    return 0;
  float by = x - y;
  if (by - by != 0 && x - x == 0 && y - y == 0)
    __errno = 34;
  return by;
}

int ilogb(double x) {
  if (x != x)
    __lariat_not_followed("`ilogb` of what is no number gives what machines answer differently");
  if (x == 0) {
    __errno = 33;
    return -2147483647 - 1;
  }
  if (x - x != 0) {
    __errno = 33;
    return 2147483647;
  }
  int exponent;
  frexp(x, &exponent);
  return exponent - 1;
}

int ilogbf(float x) { return ilogb(x); }

double nan(const char *tag) {
  if (*tag)
    __lariat_not_followed("`nan` is asked for what is no number with bits of its own");
  return __builtin_nan("");
}

float nanf(const char *tag) {
  if (*tag)
    __lariat_not_followed("`nanf` is asked for what is no number with bits of its own");
  return __builtin_nanf("");
}

double difftime(long a, long b) {
  return a < b ? -(double)((unsigned long)b - (unsigned long)a) : (double)((unsigned long)a - (unsigned long)b);
}
