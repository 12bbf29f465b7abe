/* The options of a program, as GNU systems take them: what is no option moves behind them. Nothing is printed. */

char *optarg;

int optind = 1;

int opterr = 1;

int optopt = '?';

struct __option_of {
  const char *name;
  int has_arg;
  int *flag;
  int val;
};

/* What comes next in an argument with several options, and the arguments that were passed over. */
static char *__next_option;

static int __first_passed, __last_passed;

/* The last one that was none, or had no argument. */
static int __open_option;

/* Whether what is no option ends them (2), is one itself (3), or moves; 0 before the first call. */
static int __option_order;

/* Arguments that were passed over move behind the options that followed. */
static void __move_passed(char **argv) {
  for (int i = __last_passed; i < optind; i++) {
    char *option = argv[i];
    int to = __first_passed + (i - __last_passed);
    for (int k = i; k > to; k--)
      argv[k] = argv[k - 1];
    argv[to] = option;
  }
  __first_passed += optind - __last_passed;
  __last_passed = optind;
}

static int __is_no_option(const char *argument) { return argument[0] != '-' || argument[1] == 0; }

/* Whether a name begins with these letters: 2 if there are no more in it. */
static int __begins(const char *name, const char *letters, long length) {
  long i = 0;
  while (i < length && name[i] == letters[i])
    i++;
  return i < length ? 0 : name[i] ? 1 : 2;
}

static int __long_option(int argc, char *const *argv, int colon, const struct __option_of *all, int *number) {
  long length = 0;
  int found = -1, open = 0;
  const char *name = __next_option;
  while (name[length] && name[length] != '=')
    length++;
  for (int i = 0; all[i].name && found < 0; i++)
    if (__begins(all[i].name, name, length) == 2)
      found = i;
  for (int i = 0, exact = found >= 0; !exact && all[i].name; i++)
    if (__begins(all[i].name, name, length)) {
      if (found < 0)
        found = i;
      else if (all[found].has_arg != all[i].has_arg || all[found].flag != all[i].flag || all[found].val != all[i].val)
        open = 1;
    }
  __next_option = (char *)0;
  optind++;
  if (open || found < 0) {
    __open_option = 0;
    return '?';
  }
  if (name[length]) {
    if (!all[found].has_arg) {
      __open_option = all[found].val;
      return '?';
    }
    optarg = (char *)name + length + 1;
  } else if (all[found].has_arg == 1) {
    if (optind >= argc) {
      __open_option = all[found].val;
      return colon ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  if (number)
    *number = found;
  if (all[found].flag) {
    *all[found].flag = all[found].val;
    return 0;
  }
  return all[found].val;
}

static int __option(int argc, char *const *argv, const char *short_ones, const struct __option_of *all, int *number) {
  optarg = (char *)0;
  if (argc < 1)
    return -1;
  if (optind == 0 || !__option_order) {
    if (optind == 0)
      optind = 1;
    __first_passed = __last_passed = optind;
    __next_option = (char *)0;
    __option_order = short_ones[0] == '+' ? 2 : short_ones[0] == '-' ? 3 : 1;
  }
  if (short_ones[0] == '-' || short_ones[0] == '+')
    short_ones++;
  if (!__next_option || !*__next_option) {
    if (__last_passed > optind)
      __last_passed = optind;
    if (__first_passed > optind)
      __first_passed = optind;
    if (__option_order == 1) {
      if (__first_passed != __last_passed && __last_passed != optind)
        __move_passed((char **)argv);
      else if (__last_passed != optind)
        __first_passed = optind;
      while (optind < argc && __is_no_option(argv[optind]))
        optind++;
      __last_passed = optind;
    }
    if (optind != argc && argv[optind][0] == '-' && argv[optind][1] == '-' && !argv[optind][2]) {
      optind++;
      if (__first_passed != __last_passed && __last_passed != optind)
        __move_passed((char **)argv);
      else if (__first_passed == __last_passed)
        __first_passed = optind;
      __last_passed = argc;
      optind = argc;
    }
    if (optind == argc) {
      if (__first_passed != __last_passed)
        optind = __first_passed;
      return -1;
    }
    if (__is_no_option(argv[optind])) {
      if (__option_order == 2)
        return -1;
      optarg = argv[optind++];
      return 1;
    }
    __next_option = argv[optind] + 1;
    if (all && *__next_option == '-') {
      __next_option++;
      return __long_option(argc, argv, short_ones[0] == ':', all, number);
    }
  }
  char c = *__next_option++;
  unsigned long at = 0;
  while (short_ones[at] && short_ones[at] != c)
    at++;
  if (!*__next_option)
    optind++;
  if (!short_ones[at] || c == ':' || c == ';') {
    __open_option = c;
    return '?';
  }
  if (all && c == 'W' && short_ones[at + 1] == ';')
    __lariat_not_followed("`W;` among the options makes long ones of others");
  if (short_ones[at + 1] != ':')
    return c;
  if (*__next_option) {
    optarg = __next_option;
    optind++;
  } else if (short_ones[at + 2] != ':') {
    if (optind == argc) {
      __next_option = (char *)0;
      __open_option = c;
      return short_ones[0] == ':' ? ':' : '?';
    }
    optarg = argv[optind++];
  }
  __next_option = (char *)0;
  return c;
}

int getopt_long(int argc, char *const *argv, const char *options, const struct __option_of *all, int *number) {
  int found = __option(argc, argv, options, all, number);
  optopt = __open_option;
  return found;
}

int getopt(int argc, char *const *argv, const char *options) {
  int found = __option(argc, argv, options, (const struct __option_of *)0, (int *)0);
  optopt = __open_option;
  return found;
}
