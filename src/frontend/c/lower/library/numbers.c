/* Numbers, the texts they are read from, and the kinds of characters. */

int abs(int n) { return n < 0 ? -n : n; }

long labs(long n) { return n < 0 ? -n : n; }

long long llabs(long long n) { return n < 0 ? -n : n; }

long imaxabs(long n) { return n < 0 ? -n : n; }

int ffs(int n) { return n ? __builtin_ctz((unsigned)n) + 1 : 0; }

int ffsl(long n) { return n ? __builtin_ctzl((unsigned long)n) + 1 : 0; }

int ffsll(long long n) { return n ? __builtin_ctzll((unsigned long long)n) + 1 : 0; }

unsigned short ntohs(unsigned short n) { return (unsigned short)(n >> 8 | (n & 255) << 8); }

unsigned short htons(unsigned short n) { return (unsigned short)(n >> 8 | (n & 255) << 8); }

unsigned int ntohl(unsigned int n) { return __builtin_bswap32(n); }

unsigned int htonl(unsigned int n) { return __builtin_bswap32(n); }

static int __errno;

int *__errno_location(void) { return &__errno; }

int atoi(const char *s) {
  unsigned long i = 0;
  int value = 0, negative;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+')
    i++;
  while (s[i] >= '0' && s[i] <= '9') {
    value = value * 10 - (s[i] - '0');
    i++;
  }
  return negative ? value : -value;
}

long atol(const char *s) {
  unsigned long i = 0;
  long value = 0;
  int negative;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+')
    i++;
  while (s[i] >= '0' && s[i] <= '9') {
    value = value * 10 - (s[i] - '0');
    i++;
  }
  return negative ? value : -value;
}

long long atoll(const char *s) {
  unsigned long i = 0;
  long long value = 0;
  int negative;
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+')
    i++;
  while (s[i] >= '0' && s[i] <= '9') {
    value = value * 10 - (s[i] - '0');
    i++;
  }
  return negative ? value : -value;
}

static int __digit(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 10;
  return c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 36;
}

/* The number that a text begins with, modulo 2^64: if it has a sign up to `most`, and one more where it is negative. */
static unsigned long long __number(const char *s, char **end, int base, unsigned long long most, int is_signed) {
  unsigned long i = 0, first;
  unsigned long long value = 0;
  int negative, over = 0;
  if (base < 0 || base == 1 || base > 36)
    __lariat_not_followed("a number has a base that is none");
  while (s[i] == ' ' || (s[i] >= '\t' && s[i] <= '\r'))
    i++;
  negative = s[i] == '-';
  if (s[i] == '-' || s[i] == '+')
    i++;
  if (base == 0 || base == 16) {
    if (s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && __digit(s[i + 2]) < 16) {
      i += 2;
      base = 16;
    } else if (base == 0)
      base = s[i] == '0' ? 8 : 10;
  }
  if (is_signed && negative)
    most++;
  first = i;
  while (__digit(s[i]) < base) {
    unsigned long long digit = __digit(s[i]);
    if (value > most / base || (value == most / base && digit > most % base))
      over = 1;
    else
      value = value * base + digit;
    i++;
  }
  if (end)
    *end = (char *)s + (i > first ? i : 0);
  if (over) {
    __errno = 34;
    return is_signed && negative ? -most : most;
  }
  return negative ? -value : value;
}

long strtol(const char *s, char **end, int base) { return __number(s, end, base, -1UL / 2, 1); }

long long strtoll(const char *s, char **end, int base) { return __number(s, end, base, -1ULL / 2, 1); }

long long strtoimax(const char *s, char **end, int base) { return __number(s, end, base, -1ULL / 2, 1); }

unsigned long strtoul(const char *s, char **end, int base) { return __number(s, end, base, -1UL, 0); }

unsigned long long strtoull(const char *s, char **end, int base) { return __number(s, end, base, -1ULL, 0); }

unsigned long long strtoumax(const char *s, char **end, int base) { return __number(s, end, base, -1ULL, 0); }

int isdigit(int c) { return c >= '0' && c <= '9'; }

int isupper(int c) { return c >= 'A' && c <= 'Z'; }

int islower(int c) { return c >= 'a' && c <= 'z'; }

int isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

int isalnum(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }

int isxdigit(int c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f'); }

int isspace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

int isblank(int c) { return c == ' ' || c == '\t'; }

int isprint(int c) { return c >= ' ' && c <= '~'; }

int isgraph(int c) { return c > ' ' && c <= '~'; }

int iscntrl(int c) { return (c >= 0 && c < ' ') || c == 127; }

int ispunct(int c) {
  return c > ' ' && c <= '~' && !((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
}

int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }

int tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

int isascii(int c) { return c >= 0 && c <= 127; }

int toascii(int c) { return c & 127; }
