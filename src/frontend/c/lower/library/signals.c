/* Signals: where a handler is set one may arrive, once, and nowhere else. */

static _Bool signal__succeeds(void);
static _Bool signal__arrives(void);
static _Bool signal__was_ignored(void);
static int sigaction__part(void);
static unsigned long sigprocmask__part(void);

/* Where it is kept what is done about a signal; the caller of a program may have had it ignored. */
static void **__handler_of(int number) {
  static void *handlers[65];
  static _Bool known[65];
  if (!known[number] && signal__was_ignored())
    handlers[number] = (void *)(void (*)(int))1;
  known[number] = 1;
  return &handlers[number];
}

static int *__flags_of(int number) {
  static int flags[65];
  return &flags[number];
}

/* Whether a program may say what is done about a signal: all but SIGKILL, SIGSTOP and those that the library keeps. */
static _Bool __may_handle(int number) {
  return number > 0 && number < 65 && number != 9 && number != 19 && number != 32 && number != 33;
}

static _Bool __handler_runs;

/* What a handler does with a signal. */
static void __handle(int number) {
  void (*handler)(int) = (void (*)(int))*__handler_of(number);
  int flags = *__flags_of(number);
  if (flags < 0)
    *__handler_of(number) = (void *)0;
  __handler_runs = 1;
  if (flags & 4) {
    /* What is known of the signal is anything. */
    int about[32], context[242];
    for (int i = 0; i < 32; i++)
      about[i] = sigaction__part();
    for (int i = 0; i < 242; i++)
      context[i] = sigaction__part();
    about[0] = number;
    ((void (*)(int, void *, void *))handler)(number, about, context);
  } else {
    handler(number);
  }
  __handler_runs = 0;
}

/* A signal arrives, or none: while a handler runs, none does. */
static void __arrive(int number) {
  void (*handler)(int) = (void (*)(int))*__handler_of(number);
  if (__handler_runs || handler == (void (*)(int))0 || handler == (void (*)(int))1 || !signal__arrives())
    return;
  __handle(number);
}

/* Whether the program said of a signal that it has to wait. */
static _Bool __blocks;

/* A signal that the program sends itself: a handler has run when this returns, and what nobody handles ends the
   program, is ignored (SIGCHLD, SIGCONT, SIGURG and SIGWINCH), or has it stop. */
int raise(int number) {
  if (number < 0 || number > 64 || number == 32 || number == 33) {
    *__errno_location() = 22;
    return -1;
  }
  if (number == 0)
    return 0;
  if (__handler_runs || __blocks)
    __lariat_not_followed("a signal is raised where it may have to wait");
  void (*handler)(int) = (void (*)(int))0;
  if (__may_handle(number))
    handler = (void (*)(int))*__handler_of(number);
  if (handler == (void (*)(int))1)
    return 0;
  if (handler == (void (*)(int))0) {
    if (number == 17 || number == 18 || number == 23 || number == 28)
      return 0;
    if (number >= 19 && number <= 22)
      __lariat_not_followed("a signal is raised that stops the program");
    __builtin_trap();
  }
  __handle(number);
  return 0;
}

void *signal(int number, void (*handler)(int)) {
  if (handler == (void (*)(int))-1 || !__may_handle(number) || !signal__succeeds()) {
    __failed();
    return (void *)(void (*)(int))-1;
  }
  void *before = *__handler_of(number);
  *__handler_of(number) = (void *)handler;
  *__flags_of(number) = 0;
  __arrive(number);
  return before;
}

int sigaction(int number, const void *now, void *before) {
  struct {
    void *handler;
    unsigned long mask[16];
    int flags;
    void *restorer;
  } const *new = now;
  struct {
    void *handler;
    unsigned long mask[16];
    int flags;
    void *restorer;
  } *old = before;
  if (number < 1 || number > 64 || (new && !__may_handle(number)) || !signal__succeeds()) {
    __failed();
    return -1;
  }
  void *was = *__handler_of(number);
  int flags = *__flags_of(number);
  if (new) {
    *__handler_of(number) = new->handler;
    *__flags_of(number) = new->flags;
  }
  if (old) {
    old->handler = was;
    old->flags = flags;
    old->mask[0] = sigprocmask__part();
  }
  if (new)
    __arrive(number);
  return 0;
}

int sigprocmask(int how, const void *now, void *before) {
  unsigned long *old = before;
  if (now && (how < 0 || how > 2)) {
    *__errno_location() = 22;
    return -1;
  }
  if (old)
    *old = sigprocmask__part();
  if (now)
    __blocks = 1;
  return 0;
}

int pthread_sigmask(int how, const void *now, void *before) {
  unsigned long *old = before;
  if (now && (how < 0 || how > 2))
    return 22;
  if (old)
    *old = sigprocmask__part();
  if (now)
    __blocks = 1;
  return 0;
}
