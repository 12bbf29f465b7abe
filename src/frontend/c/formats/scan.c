/* What functions for formats share that take texts apart. */
static int __is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The digits of a number, no more than so many characters with its sign: how long it is, 0 if there is none. */
static unsigned long __scan_number(const char *s, unsigned long most, int base, unsigned long long highest,
                                   int is_signed, unsigned long long *to) {
  unsigned long i = 0, first;
  unsigned long long value = 0;
  int negative = 0;
  if (most > 0 && (s[0] == '-' || s[0] == '+')) {
    negative = s[0] == '-';
    i = 1;
  }
  if (is_signed && negative)
    highest++;
  first = i;
  if (base == 0 || base == 16) {
    if (i + 1 < most && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X')) {
      if (i + 2 >= most || __digit(s[i + 2]) >= 16)
        __lariat_not_followed("a number that is read is only `0x`");
      i += 2;
      base = 16;
    } else if (base == 0)
      base = i < most && s[i] == '0' ? 8 : 10;
  }
  while (i < most && __digit(s[i]) < base) {
    unsigned long long digit = __digit(s[i]);
    if (value > highest / base || (value == highest / base && digit > highest % base)) {
      int largest = 2147483647;
      largest++;
      __lariat_not_followed("a number that is read does not fit its type");
    }
    value = value * base + digit;
    i++;
  }
  *to = negative ? -value : value;
  return i > first ? i : 0;
}

/* How long a floating-point number is that ends there, 0 if there is none: `scanf` looks further than `strtod` does. */
static unsigned long __scan_end(const char *s, const char *end, double value) {
  unsigned long n = (unsigned long)(end - s);
  int is_number = value - value == 0;
  char first = s[s[0] == '-' || s[0] == '+'], last = *end;
  if (n == 0)
    return 0;
  if (last == 'e' || last == 'E' || last == 'p' || last == 'P' || last == 'x' || last == 'X' ||
      (!is_number && (last == 'i' || last == 'I' || last == '(')))
    __lariat_not_followed("a floating-point number that is read goes on with what ends it too early");
  if (!is_number && (first == '.' || (first >= '0' && first <= '9')))
    __lariat_not_followed("a floating-point number that is read does not fit its type");
  return n;
}
