/* Days and years of the Gregorian calendar, at any time. */

struct __tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};

/* The day, at some seconds from Greenwich, that has a time in it; whether there is an `int` for its year. */
static int __date(long time, long offset, struct __tm *to) {
  long shown = time % 86400 + offset, second = (shown % 86400 + 86400) % 86400;
  long days = time / 86400 + (shown - second) / 86400;
  int weekday = (int)((days % 7 + 11) % 7);
  /* From the first of March of the year 0 on, in spans of 400 years. */
  days += 719468;
  long day = (days % 146097 + 146097) % 146097, span = (days - day) / 146097;
  long past = (day - day / 1460 + day / 36524 - day / 146096) / 365;
  int of_year = (int)(day - (365 * past + past / 4 - past / 100));
  __builtin_assume(of_year >= 0 && of_year <= 365);
  int month = (5 * of_year + 2) / 153, of_month = of_year - (153 * month + 2) / 5 + 1;
  __builtin_assume(of_month >= 1 && of_month <= 31);
  long year = span * 400 + past + (month >= 10) - 1900;
  if (year > 2147483647 || year < -2147483647 - 1)
    return 0;
  int leaps = past % 4 == 0 && (past % 100 != 0 || past == 0);
  to->tm_sec = (int)(second % 60);
  to->tm_min = (int)(second / 60 % 60);
  to->tm_hour = (int)(second / 3600);
  to->tm_mday = of_month;
  to->tm_mon = (month + 2) % 12;
  to->tm_year = (int)year;
  to->tm_wday = weekday;
  to->tm_yday = (of_year < 306 ? of_year + 59 + leaps : of_year - 306) % 366;
  to->tm_isdst = 0;
  to->tm_gmtoff = offset;
  to->tm_zone = "GMT";
  return 1;
}

/* The time at which a calendar in Greenwich shows this, whose parts may be of any size. */
static long long __time_of(const struct __tm *date) {
  /* Years begin in March here. */
  long long shifted = date->tm_mon - 2LL, month = (shifted % 12 + 12) % 12;
  long long year = date->tm_year + 1900LL + (shifted - month) / 12;
  long long past = (year % 400 + 400) % 400, span = (year - past) / 400;
  long long days = span * 146097 + past * 365 + past / 4 - past / 100 + (153 * month + 2) / 5 + date->tm_mday - 1 - 719468;
  return ((days * 24 + date->tm_hour) * 60 + date->tm_min) * 60 + date->tm_sec;
}

static struct __tm __shared_date;

/* What `gmtime` and `localtime` lead to, both of them. */
static struct __tm *__shared(void) { return &__shared_date; }

struct __tm *gmtime_r(const long *time, struct __tm *to) {
  if (__date(*time, 0, to))
    return to;
  __errno = 75;
  return (struct __tm *)0;
}

struct __tm *gmtime(const long *time) {
  if (__date(*time, 0, __shared()))
    return __shared();
  __errno = 75;
  return (struct __tm *)0;
}

long timegm(struct __tm *date) {
  long long time = __time_of(date);
  struct __tm as_it_is = {0};
  if ((long)time == time && __date((long)time, 0, &as_it_is)) {
    *date = as_it_is;
    return (long)time;
  }
  __errno = 75;
  return -1;
}

/* The first letters of names, three of each. */
static const char __days[] = "SunMonTueWedThuFriSat";

static const char __months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

/* And what follows them. */
static const char *const __rest_of_day[] = {"day", "day", "sday", "nesday", "rsday", "day", "urday"};

static const char *const __rest_of_month[] = {"uary", "ruary", "ch",  "il",     "",      "e",
                                              "y",    "ust",   "tember", "ober", "ember", "ember"};

static int __usual(int value, int least, int most) {
  if (value < least || value > most)
    __lariat_not_followed("a part of a date is not in its usual range");
  return value;
}

/* A number that is not negative, with so many digits at least. */
static void __padded(char *s, unsigned long room, unsigned long *at, int value, int least, char pad) {
  char digits[12];
  int count = __digits(digits, value, 10, 0);
  __fill(s, room, at, pad, least - (count > 0 ? count : 1));
  if (count == 0)
    __put(s, room, at, '0');
  while (count > 0)
    __put(s, room, at, digits[--count]);
}

static void __name(char *s, unsigned long room, unsigned long *at, const char *names, int number, const char *rest) {
  for (int i = 0; i < 3; i++)
    __put(s, room, at, names[3 * number + i]);
  for (int i = 0; rest[i]; i++)
    __put(s, room, at, rest[i]);
}

char *asctime_r(const struct __tm *date, char *to) {
  unsigned long at = 0;
  __name(to, 26, &at, __days, __usual(date->tm_wday, 0, 6), " ");
  __name(to, 26, &at, __months, __usual(date->tm_mon, 0, 11), " ");
  __padded(to, 26, &at, __usual(date->tm_mday, 1, 31), 2, ' ');
  __put(to, 26, &at, ' ');
  __padded(to, 26, &at, __usual(date->tm_hour, 0, 23), 2, '0');
  __put(to, 26, &at, ':');
  __padded(to, 26, &at, __usual(date->tm_min, 0, 59), 2, '0');
  __put(to, 26, &at, ':');
  __padded(to, 26, &at, __usual(date->tm_sec, 0, 60), 2, '0');
  __put(to, 26, &at, ' ');
  __padded(to, 26, &at, __usual(date->tm_year, -900, 8099) + 1900, 4, '0');
  __put(to, 26, &at, '\n');
  to[at] = 0;
  return to;
}

static char __asctime[26];

char *asctime(const struct __tm *date) { return asctime_r(date, __asctime); }

/* What some conversions stand for, in the "C" locale. */
static const char *__meaning(char c) {
  switch (c) {
  case 'F':
    return "%Y-%m-%d";
  case 'T':
  case 'X':
    return "%H:%M:%S";
  case 'D':
  case 'x':
    return "%m/%d/%y";
  case 'R':
    return "%H:%M";
  case 'r':
    return "%I:%M:%S %p";
  case 'c':
    return "%a %b %e %H:%M:%S %Y";
  }
  return (const char *)0;
}

unsigned long strftime(char *s, unsigned long room, const char *f, const struct __tm *date) {
  unsigned long at = 0;
  const char *behind = 0;
  for (;; f++) {
    if (!*f && behind) {
      f = behind;
      behind = 0;
    }
    if (!*f)
      break;
    if (*f != '%') {
      __put(s, room, &at, *f);
      continue;
    }
    f++;
    const char *meaning = __meaning(*f);
    if (meaning) {
      behind = f + 1;
      f = meaning - 1;
      continue;
    }
    int hour = date->tm_hour;
    switch (*f) {
    case '%':
      __put(s, room, &at, '%');
      break;
    case 'n':
      __put(s, room, &at, '\n');
      break;
    case 't':
      __put(s, room, &at, '\t');
      break;
    case 'Y':
      __padded(s, room, &at, __usual(date->tm_year, -900, 2147481747) + 1900, 4, '0');
      break;
    case 'C':
      __padded(s, room, &at, (__usual(date->tm_year, -900, 2147481747) + 1900) / 100, 2, '0');
      break;
    case 'y':
      __padded(s, room, &at, (__usual(date->tm_year, -1900, 2147481747) + 1900) % 100, 2, '0');
      break;
    case 'm':
      __padded(s, room, &at, __usual(date->tm_mon, 0, 11) + 1, 2, '0');
      break;
    case 'd':
      __padded(s, room, &at, __usual(date->tm_mday, 1, 31), 2, '0');
      break;
    case 'e':
      __padded(s, room, &at, __usual(date->tm_mday, 1, 31), 2, ' ');
      break;
    case 'H':
      __padded(s, room, &at, __usual(hour, 0, 23), 2, '0');
      break;
    case 'I':
      __padded(s, room, &at, (__usual(hour, 0, 23) + 11) % 12 + 1, 2, '0');
      break;
    case 'p':
      __put(s, room, &at, __usual(hour, 0, 23) < 12 ? 'A' : 'P');
      __put(s, room, &at, 'M');
      break;
    case 'M':
      __padded(s, room, &at, __usual(date->tm_min, 0, 59), 2, '0');
      break;
    case 'S':
      __padded(s, room, &at, __usual(date->tm_sec, 0, 60), 2, '0');
      break;
    case 'j':
      __padded(s, room, &at, __usual(date->tm_yday, 0, 365) + 1, 3, '0');
      break;
    case 'U':
      __padded(s, room, &at, (__usual(date->tm_yday, 0, 365) + 7 - __usual(date->tm_wday, 0, 6)) / 7, 2, '0');
      break;
    case 'W':
      __padded(s, room, &at, (__usual(date->tm_yday, 0, 365) + 7 - (__usual(date->tm_wday, 0, 6) + 6) % 7) / 7, 2, '0');
      break;
    case 'w':
      __padded(s, room, &at, __usual(date->tm_wday, 0, 6), 1, '0');
      break;
    case 'u':
      __padded(s, room, &at, (__usual(date->tm_wday, 0, 6) + 6) % 7 + 1, 1, '0');
      break;
    case 'a':
      __name(s, room, &at, __days, __usual(date->tm_wday, 0, 6), "");
      break;
    case 'A':
      __name(s, room, &at, __days, __usual(date->tm_wday, 0, 6), __rest_of_day[date->tm_wday]);
      break;
    case 'b':
    case 'h':
      __name(s, room, &at, __months, __usual(date->tm_mon, 0, 11), "");
      break;
    case 'B':
      __name(s, room, &at, __months, __usual(date->tm_mon, 0, 11), __rest_of_month[date->tm_mon]);
      break;
    default:
      __lariat_not_followed("`strftime` is asked for more than parts of dates and times");
    }
  }
  if (at >= room)
    return 0;
  s[at] = 0;
  return at;
}
