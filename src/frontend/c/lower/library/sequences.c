/* Sequences of numbers of 48 bits, which POSIX fixes. */

/* The number behind one. */
static unsigned long long __next_of_48(unsigned long long x) { return (x * 0x5deece66dULL + 11) & 0xffffffffffffULL; }

static unsigned long long __sequence;

void srand48(long seed) { __sequence = ((unsigned long long)seed & 0xffffffffULL) << 16 | 0x330e; }

double drand48(void) {
  __sequence = __next_of_48(__sequence);
  return (double)__sequence * 0x1p-48;
}

long lrand48(void) {
  __sequence = __next_of_48(__sequence);
  return (long)(__sequence >> 17);
}

long mrand48(void) {
  __sequence = __next_of_48(__sequence);
  return (int)(__sequence >> 16);
}

static unsigned long long __next_of_three(unsigned short *parts) {
  unsigned long long x = __next_of_48((unsigned long long)parts[2] << 32 | (unsigned long long)parts[1] << 16 | parts[0]);
  parts[0] = (unsigned short)x;
  parts[1] = (unsigned short)(x >> 16);
  parts[2] = (unsigned short)(x >> 32);
  return x;
}

double erand48(unsigned short *parts) { return (double)__next_of_three(parts) * 0x1p-48; }

long nrand48(unsigned short *parts) { return (long)(__next_of_three(parts) >> 17); }

long jrand48(unsigned short *parts) { return (int)(__next_of_three(parts) >> 16); }

void swab(const void *p, void *q, long size) {
  const char *from = p;
  char *to = q;
  for (long i = 0; i + 1 < size; i += 2) {
    char first = from[i];
    to[i] = from[i + 1];
    to[i + 1] = first;
  }
}
