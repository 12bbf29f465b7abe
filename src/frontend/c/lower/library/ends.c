/* What runs when a program ends: what was told last comes first. */

static void *__at_end[32];

static int __count_at_end;

int atexit(void (*function)(void)) {
  if (__count_at_end == 32)
    __lariat_not_followed("more than 32 functions run when the program ends");
  __at_end[__count_at_end] = (void *)function;
  __count_at_end++;
  return 0;
}

static void __end(void) {
  while (__count_at_end > 0) {
    __count_at_end--;
    ((void (*)(void))__at_end[__count_at_end])();
  }
}
