/* Sets of signals, which are in the first word. */

int sigemptyset(void *set) {
  *(unsigned long *)set = 0;
  return 0;
}

/* All but those that the library keeps for itself. */
int sigfillset(void *set) {
  *(unsigned long *)set = ~(3UL << 31);
  return 0;
}

int sigaddset(void *set, int number) {
  if (number < 1 || number > 64 || number == 32 || number == 33) {
    __errno = 22;
    return -1;
  }
  *(unsigned long *)set |= 1UL << (number - 1);
  return 0;
}

int sigdelset(void *set, int number) {
  if (number < 1 || number > 64 || number == 32 || number == 33) {
    __errno = 22;
    return -1;
  }
  *(unsigned long *)set &= ~(1UL << (number - 1));
  return 0;
}

int sigismember(const void *set, int number) {
  if (number < 1 || number > 64) {
    __errno = 22;
    return -1;
  }
  return *(const unsigned long *)set >> (number - 1) & 1;
}
