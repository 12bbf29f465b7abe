/* The models of `options.c`, with what `compare.c` has. */

static const char *const some_arguments[] = {"-a", "-b", "-ab", "-bx", "-c", "-cy", "-q", "-", "--", "x", "y", "-ax", "--all", "--by=3", "--by", "--al", "--b", "--opt", "--opt=", "--all=2", "--none", "-:", "-W", "--o", "--ba", "--sa", "--flag"};

static void options(void) {
  static const char *const kinds[] = {"ab:c::", "+ab:c::", "-ab:c::", ":ab:c::", "a", "", "ab:W", "+:b:"};
  static int set, raised;
  struct option all[] = {{"all", 0, 0, 'a'}, {"by", 1, 0, 7}, {"opt", 2, 0, 'o'}, {"opp", 2, 0, 'o'}, {"base", 0, 0, 8}, {"flag", 0, &set, 5}, {"same", 0, 0, 9}, {"sana", 0, 0, 9}, {0}};
  struct option alike[9];
  char *first[9] = {"p"}, *second[9] = {"p"};
  const char *kind = kinds[any(8)];
  int count = 1 + (int)any(7), is_long = any(2), one = -2, other = -2, i = -1, j = -1, again = 1 + any(3) / 2;
  memcpy(alike, all, sizeof all), alike[5].flag = &raised;
  for (int k = 1; k < count; k++)
    first[k] = second[k] = (char *)some_arguments[any(sizeof some_arguments / sizeof *some_arguments)];
  set = raised = opterr = optind = model_optind = 0;
  for (int k = 0; k < 16 && again; k++) {
    one = is_long ? model_getopt_long(count, first, kind, (void *)all, &i) : model_getopt(count, first, kind);
    other = is_long ? getopt_long(count, second, kind, alike, &j) : getopt(count, second, kind);
    n = one, m = other;
    SAME("getopt", one, other)
    SAME("getopt, optind", model_optind, optind)
    SAME("getopt, optarg", model_optarg, optarg)
    SAME("getopt, optopt", model_optopt, optopt)
    SAME("getopt_long, index", i, j)
    SAME("getopt_long, flag", set, raised)
    SAME("getopt, argv", memcmp(first, second, sizeof first), 0)
    again -= one == -1;
  }
}

/* Sets of signals, of which the first word counts. */
static void sets(void) {
  static unsigned long first[16];
  static sigset_t second;
  int number = (int)any(69) - 2;
  if (any(20) == 0) {
    SAME("sigemptyset", model_sigemptyset(first), sigemptyset(&second))
  } else if (any(20) == 0) {
    SAME("sigfillset", model_sigfillset(first), sigfillset(&second))
  }
  SAME("signals", memcmp(first, &second, 8), 0)
  errno = *model___errno_location() = 0;
  SAME("sigaddset", model_sigaddset(first, number), sigaddset(&second, number))
  SAME("sigaddset, errno", *model___errno_location(), errno)
  number = (int)any(69) - 2;
  SAME("sigismember", model_sigismember(first, number), sigismember(&second, number))
  SAME("sigdelset", model_sigdelset(first, number), sigdelset(&second, number))
  SAME("sigismember, errno", *model___errno_location(), errno)
  SAME("signals", memcmp(first, &second, 8), 0)
}

static int order[3], calls;

static void a_first(void) { order[calls++] = 1; }

static void a_second(void) { order[calls++] = 2; }

/* What is told last runs first, and once. */
static void ends(void) {
  calls = 0;
  model_atexit(a_first), model_atexit(a_second), model_atexit(a_first);
  __end();
  SAME("atexit", calls == 3 && order[0] == 1 && order[1] == 2 && order[2] == 1, 1)
  __end();
  SAME("atexit", calls, 3)
}
