/* STORE stores a character where there is room. */
static unsigned long HOW_repeat(char *to, unsigned long size, unsigned long at, char c, unsigned long n) {
  for (unsigned long i = 0; i < n; i++)
    STORE(at + i, c);
  return at + n;
}

static unsigned long HOW_text(char *to, unsigned long size, unsigned long at, const char *s) {
  unsigned long i = 0;
  while (s[i]) {
    STORE(at + i, s[i]);
    i++;
  }
  return at + i;
}

static unsigned long HOW_field(char *to, unsigned long size, unsigned long at, const char *s, int width, int most,
                               int left) {
  unsigned long n = 0, wide = width;
  while ((most < 0 || n < (unsigned long)most) && s[n])
    n++;
  if (width < 0) {
    left = 1;
    wide = -(unsigned long)width;
  }
  unsigned long pad = wide > n ? wide - n : 0;
  if (!left)
    at = HOW_repeat(to, size, at, ' ', pad);
  for (unsigned long i = 0; i < n; i++)
    STORE(at + i, s[i]);
  at += n;
  return left ? HOW_repeat(to, size, at, ' ', pad) : at;
}

static unsigned long HOW_digits(char *to, unsigned long size, unsigned long at, unsigned long long value, unsigned base,
                                char ten) {
  unsigned long long place = 1;
  while (place <= -1ULL / base && value >= place * base)
    place *= base;
  for (; place > 0; place /= base) {
    unsigned digit = value / place % base;
    STORE(at, digit < 10 ? '0' + digit : ten + digit - 10);
    at++;
  }
  return at;
}

static unsigned long HOW_number(char *to, unsigned long size, unsigned long at, unsigned long long value, unsigned base,
                                char ten, char sign, int marked, int width, int precision, int left, int zero) {
  unsigned long n = value != 0, wide = width, zeros = 0, total;
  unsigned long long place = 1;
  int prefix = marked && base == 16 && value != 0;
  while (place <= -1ULL / base && value >= place * base) {
    place *= base;
    n++;
  }
  if (precision < 0 && n == 0)
    zeros = 1;
  if (precision > 0 && n < (unsigned long)precision)
    zeros = precision - n;
  if (marked && base == 8 && zeros == 0)
    zeros = 1;
  if (width < 0) {
    left = 1;
    wide = -(unsigned long)width;
  }
  total = n + zeros + (sign != 0) + (prefix ? 2 : 0);
  if (zero && !left && precision < 0 && wide > total) {
    zeros += wide - total;
    total = wide;
  }
  unsigned long pad = wide > total ? wide - total : 0;
  if (!left)
    at = HOW_repeat(to, size, at, ' ', pad);
  if (sign) {
    STORE(at, sign);
    at++;
  }
  if (prefix) {
    STORE(at, '0');
    STORE(at + 1, ten + 23);
    at += 2;
  }
  at = HOW_repeat(to, size, at, '0', zeros);
  for (; place > 0 && value > 0; place /= base) {
    unsigned digit = value / place % base;
    STORE(at, digit < 10 ? '0' + digit : ten + digit - 10);
    at++;
  }
  return left ? HOW_repeat(to, size, at, ' ', pad) : at;
}

/* What is infinite or no number, which no zeros fill up. */
static unsigned long HOW_endless(char *to, unsigned long size, unsigned long at, double value, int upper, char positive,
                                 int width, int left) {
  int none = value != value, letters = upper ? 'A' - 'a' : 0;
  char sign = __lariat_has_minus(value) ? '-' : positive;
  unsigned long wide = width, total = 3 + (sign != 0), pad;
  if (width < 0) {
    left = 1;
    wide = -(unsigned long)width;
  }
  pad = wide > total ? wide - total : 0;
  if (!left)
    at = HOW_repeat(to, size, at, ' ', pad);
  if (sign) {
    STORE(at, sign);
    at++;
  }
  STORE(at, (none ? 'n' : 'i') + letters);
  STORE(at + 1, (none ? 'a' : 'n') + letters);
  STORE(at + 2, (none ? 'n' : 'f') + letters);
  at += 3;
  return left ? HOW_repeat(to, size, at, ' ', pad) : at;
}

/* A number with a point, in all its digits: those before the point have to fit in 63 bits, and those behind it in 60.
   `general` is without zeros at the end, and with an exponent where it would be long. */
static unsigned long HOW_floating(char *to, unsigned long size, unsigned long at, double value, int general,
                                  int upper, char positive, int marked, int width, int precision, int left, int zero) {
  unsigned long long whole, part, unit = 1, behind = 0, scale = 1, rest;
  unsigned long n = 0, wide = width, total, pad;
  int places = precision < 0 ? 6 : precision;
  if (value - value != 0)
    return HOW_endless(to, size, at, value, upper, positive, width, left);
  char sign = value < 0 || (value == 0 && 1 / value < 0) ? '-' : positive;
  if (value < 0)
    value = -value;
  if (value >= 9223372036854775808.0)
    __lariat_not_followed("a format writes a floating-point number that does not fit in 63 bits");
  whole = value;
  value -= whole;
  while (value != (unsigned long long)value && unit < 1ULL << 60) {
    value *= 2;
    unit *= 2;
  }
  part = value;
  if (value != part)
    __lariat_not_followed("a format writes a floating-point number with more than 60 bits behind its point");
  for (rest = whole; rest > 0; rest /= 10)
    n++;
  if (general) {
    unsigned long digits = places < 1 ? 1 : places;
    if (whole == 0 && part == 0)
      n = 1;
    if (n > digits)
      __lariat_not_followed("a format writes a floating-point number with an exponent");
    places = digits - n;
    if (n == 0)
      for (rest = part * 10; rest < unit; rest *= 10)
        places++;
    if (n == 0 && places > (int)digits + 3)
      __lariat_not_followed("a format writes a floating-point number with an exponent");
  }
  if (places > 18)
    __lariat_not_followed("a format writes a floating-point number with more than 18 digits behind its point");
  for (int i = 0; i < places; i++) {
    part *= 10;
    behind = behind * 10 + part / unit;
    part %= unit;
    scale *= 10;
  }
  if (part > unit - part || (part != 0 && part == unit - part && (places > 0 ? behind : whole) % 2 == 1)) {
    behind++;
    if (behind == scale) {
      behind = 0;
      whole++;
    }
  }
  n = 0;
  for (rest = whole; rest > 0; rest /= 10)
    n++;
  if (general && n > (unsigned long)(precision < 0 ? 6 : precision < 1 ? 1 : precision))
    __lariat_not_followed("a format writes a floating-point number with an exponent");
  for (; general && places > 0 && behind % 10 == 0; places--)
    behind /= 10;
  if (width < 0) {
    left = 1;
    wide = -(unsigned long)width;
  }
  total = (n > 0 ? n : 1) + (sign != 0) + (places > 0 || marked) + places;
  pad = wide > total ? wide - total : 0;
  if (!left && !zero)
    at = HOW_repeat(to, size, at, ' ', pad);
  if (sign) {
    STORE(at, sign);
    at++;
  }
  if (!left && zero)
    at = HOW_repeat(to, size, at, '0', pad);
  at = HOW_digits(to, size, at, whole, 10, 'a');
  if (places > 0 || marked) {
    STORE(at, '.');
    at++;
  }
  if (places > 0)
    at = HOW_number(to, size, at, behind, 10, 'a', 0, 0, 0, places, 0, 0);
  return left ? HOW_repeat(to, size, at, ' ', pad) : at;
}
