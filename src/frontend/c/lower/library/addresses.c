/* Addresses of the internet as texts: those of four bytes. */

/* Up to four numbers with points between, of which the last fills what is left; white space ends a text as well. */
static int __address(const char *s, unsigned *to) {
  unsigned parts = 0, before = 0;
  unsigned long value;
  for (;; s++) {
    int base = 10, digit;
    if (*s < '0' || *s > '9')
      return 0;
    if (*s == '0') {
      digit = s[1] == 'x' || s[1] == 'X' ? __digit(s[2]) : 99;
      base = digit < 16 ? 16 : 8;
      s += base == 16 ? 2 : 0;
    }
    for (value = 0; (digit = __digit(*s)) < base; s++) {
      value = value * (unsigned long)base + (unsigned long)digit;
      if (value > 4294967295UL)
        return 0;
    }
    if (*s != '.')
      break;
    if (parts > 2 || value > 255)
      return 0;
    before |= (unsigned)value << 8 * parts;
    parts++;
  }
  if (*s && *s != ' ' && (*s < '\t' || *s > '\r'))
    return 0;
  if (value > 4294967295UL >> 8 * parts)
    return 0;
  *to = before | __builtin_bswap32((unsigned)value);
  return 1;
}

int inet_aton(const char *s, void *to) {
  unsigned address = 0;
  if (!__address(s, &address))
    return 0;
  if (to)
    *(unsigned *)to = address;
  return 1;
}

unsigned inet_addr(const char *s) {
  unsigned address = 0;
  return __address(s, &address) ? address : 4294967295U;
}

/* How long the text of an address is. */
static int __address_text(unsigned address, char *to) {
  int n = 0;
  for (int i = 0; i < 4; i++) {
    unsigned byte = address >> 8 * i & 255;
    if (byte >= 100)
      to[n++] = (char)('0' + byte / 100);
    if (byte >= 10)
      to[n++] = (char)('0' + byte / 10 % 10);
    to[n++] = (char)('0' + byte % 10);
    to[n++] = i < 3 ? '.' : 0;
  }
  return n - 1;
}

struct __internet {
  unsigned __s_addr;
};

char *inet_ntoa(struct __internet of) {
  static char text[18];
  __address_text(of.__s_addr, text);
  return text;
}

const char *inet_ntop(int family, const void *from, char *to, unsigned size) {
  char text[16];
  if (family == 10)
    __lariat_not_followed("texts of addresses of sixteen bytes are not modelled");
  if (family != 2) {
    __errno = 97;
    return (char *)0;
  }
  unsigned n = (unsigned)__address_text(*(const unsigned *)from, text);
  if (n >= size) {
    __errno = 28;
    return (char *)0;
  }
  for (unsigned i = 0; i <= n; i++)
    to[i] = text[i];
  return to;
}

/* Four decimal numbers without zeros in front, and nothing else. */
int inet_pton(int family, const char *s, void *to) {
  if (family == 10)
    __lariat_not_followed("texts of addresses of sixteen bytes are not modelled");
  if (family != 2) {
    __errno = 97;
    return -1;
  }
  unsigned address = 0;
  for (int i = 0; i < 4; i++) {
    unsigned byte = 0, digits = 0;
    while (*s >= '0' && *s <= '9') {
      if (digits > 0 && byte == 0)
        return 0;
      byte = byte * 10 + (unsigned)(*s - '0');
      if (byte > 255)
        return 0;
      digits++;
      s++;
    }
    if (digits == 0 || *s != (i < 3 ? '.' : 0))
      return 0;
    s += i < 3;
    address |= byte << 8 * i;
  }
  *(unsigned *)to = address;
  return 1;
}
