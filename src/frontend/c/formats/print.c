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
