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
