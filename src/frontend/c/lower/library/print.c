/* What formats write that are known only when the program runs. */

/* Characters that are written only where there is room for them and for a 0. */
static void __put(char *s, unsigned long room, unsigned long *at, char c) {
  if (*at + 1 < room)
    s[*at] = c;
  ++*at;
}

static void __fill(char *s, unsigned long room, unsigned long *at, char c, int count) {
  for (int i = 0; i < count; i++)
    __put(s, room, at, c);
}

/* The digits of a number, from the last one on; how many there are. */
static int __digits(char *digits, unsigned long long value, int base, int upper) {
  int count = 0;
  for (; value; value /= base) {
    int digit = value % base;
    digits[count++] = digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10;
  }
  return count;
}

int vsnprintf(char *s, unsigned long room, const char *f, __builtin_va_list all) {
  unsigned long at = 0;
  for (; *f; f++) {
    if (*f != '%') {
      __put(s, room, &at, *f);
      continue;
    }
    int left = 0, zeros = 0, plus = 0, space = 0, other = 0, width = 0, precision = -1, size = 0;
    for (f++;; f++) {
      if (*f == '-')
        left = 1;
      else if (*f == '0')
        zeros = 1;
      else if (*f == '+')
        plus = 1;
      else if (*f == ' ')
        space = 1;
      else if (*f == '#')
        other = 1;
      else
        break;
    }
    if (*f == '*') {
      width = __builtin_va_arg(all, int);
      f++;
      if (width < 0) {
        left = 1;
        width = -width;
      }
    }
    for (; *f >= '0' && *f <= '9' && width < 100000; f++)
      width = width * 10 + (*f - '0');
    if (*f == '.') {
      f++;
      precision = 0;
      if (*f == '*') {
        precision = __builtin_va_arg(all, int);
        f++;
      }
      for (; *f >= '0' && *f <= '9' && precision < 100000; f++)
        precision = precision * 10 + (*f - '0');
    }
    for (;; f++) {
      if (*f == 'h')
        size--;
      else if (*f == 'l' || *f == 'j' || *f == 'z' || *f == 't')
        size++;
      else
        break;
    }
    if (*f == '%') {
      __put(s, room, &at, '%');
      continue;
    }
    if (*f == 'c' && size == 0) {
      char c = __builtin_va_arg(all, int);
      __fill(s, room, &at, ' ', left ? 0 : width - 1);
      __put(s, room, &at, c);
      __fill(s, room, &at, ' ', left ? width - 1 : 0);
      continue;
    }
    if (*f == 's' && size == 0) {
      const char *text = __builtin_va_arg(all, const char *);
      int length = 0;
      while ((precision < 0 || length < precision) && text[length])
        length++;
      __fill(s, room, &at, ' ', left ? 0 : width - length);
      for (int i = 0; i < length; i++)
        __put(s, room, &at, text[i]);
      __fill(s, room, &at, ' ', left ? width - length : 0);
      continue;
    }
    int is_signed = *f == 'd' || *f == 'i', negative = 0, base = 10;
    if (!is_signed && *f != 'u' && *f != 'x' && *f != 'X' && *f != 'o')
      __lariat_not_followed("a format has more in it than integers, characters and strings");
    if (*f == 'x' || *f == 'X')
      base = 16;
    if (*f == 'o')
      base = 8;
    unsigned long long value;
    if (is_signed) {
      long long number = size > 0 ? __builtin_va_arg(all, long) : __builtin_va_arg(all, int);
      if (size == -1)
        number = (short)number;
      if (size == -2)
        number = (signed char)number;
      negative = number < 0;
      value = negative ? -(unsigned long long)number : number;
    } else {
      value = size > 0 ? __builtin_va_arg(all, unsigned long) : __builtin_va_arg(all, unsigned);
      if (size == -1)
        value = (unsigned short)value;
      if (size == -2)
        value = (unsigned char)value;
    }
    char digits[24];
    int count = __digits(digits, value, base, *f == 'X'), least = precision < 0 ? 1 : precision;
    char sign = negative ? '-' : plus && is_signed ? '+' : space && is_signed ? ' ' : 0;
    int prefix = base == 16 && other && value ? 2 : 0;
    if (base == 8 && other && least <= count)
      least = count + 1;
    int length = (count > least ? count : least) + (sign ? 1 : 0) + prefix;
    int padding = width > length ? width - length : 0;
    if (zeros && !left && precision < 0) {
      least = (count > least ? count : least) + padding;
      padding = 0;
    }
    __fill(s, room, &at, ' ', left ? 0 : padding);
    if (sign)
      __put(s, room, &at, sign);
    if (prefix) {
      __put(s, room, &at, '0');
      __put(s, room, &at, *f);
    }
    __fill(s, room, &at, '0', least - count);
    while (count > 0)
      __put(s, room, &at, digits[--count]);
    __fill(s, room, &at, ' ', left ? padding : 0);
  }
  if (room)
    s[at < room ? at : room - 1] = 0;
  return at;
}

int vsprintf(char *s, const char *f, __builtin_va_list all) { return vsnprintf(s, -1UL, f, all); }

int vasprintf(char **to, const char *f, __builtin_va_list all) {
  __builtin_va_list again;
  __builtin_va_copy(again, all);
  int n = vsnprintf((char *)0, 0, f, all);
  char *text = __builtin_malloc((unsigned long)n + 1);
  if (!text)
    return -1;
  vsnprintf(text, (unsigned long)n + 1, f, again);
  *to = text;
  return n;
}
