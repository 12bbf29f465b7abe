/* The models of `calendar.c`, with what `compare.c` has. */

#define SAME_DATE(what, x, y) \
  { \
    const struct __tm *one = (const void *)(x); \
    const struct tm *two = (y); \
    if (!one != !two) \
      differs(what); \
    if (one && (memcmp(one, two, 9 * sizeof(int)) || one->tm_gmtoff != two->tm_gmtoff || strcmp(one->tm_zone, two->tm_zone))) \
      differs(what); \
  }

/* Often near to the ends of years, or where years have no `int` any more. */
static long any_time(void) {
  long some = (long)(any(1UL << 31) << any(33) | any(1UL << 31)), sign = any(2) ? 1 : -1;
  switch (any(5)) {
  case 0: return sign * (some >> any(30));
  case 1: return sign * (long)any(4000) * 31556952 + (long)any(200000) - 100000;
  case 2: return (any(2) ? 67768036191676799 : -67768040609740800) + (long)any(9) - 4;
  case 3: return (long)any(3) * 86400 * 146097 + (long)any(400) * 31556952 + (long)any(1UL << 26);
  }
  return sign * (long)any(1UL << 31);
}

static int any_part(int most) {
  return any(3) ? (int)any(most + 1) : any(4) ? (int)any(4000) - 2000 : (int)(any(1UL << 31) - (1UL << 30)) * 2;
}

static void calendar(void) {
  long time = any_time();
  struct __tm own = {0};
  struct tm real = {0}, given;
  n = time;
  SAME_DATE("gmtime_r", model_gmtime_r(&time, &own), gmtime_r(&time, &real))
  SAME_DATE("gmtime", model_gmtime(&time), gmtime(&time))
  real = (struct tm){any_part(59), any_part(59), any_part(23), any_part(30), any_part(11), any_part(200), 3, 4, 1};
  given = real;
  memcpy(&own, &real, sizeof own);
  m = timegm(&real), n = model_timegm(&own);
  SAME("timegm", n, m)
  if (m != -1)
    SAME_DATE("timegm", &own, &real)
  else
    SAME("timegm", memcmp(&given, &own, 56), 0)
}

static void dates(void) {
  static const char letters[] = "UWYCymdeHIpMSjwuaAbhBFTXDxRrc%nt";
  char f[12] = "";
  long time = (long)any(9000) * 31556952 + (long)any(1UL << 26);
  struct tm date;
  struct __tm own;
  for (unsigned long i = any(6), at = 0; i > 0; i--) {
    int converts = any(3) > 0;
    if (converts)
      f[at++] = '%';
    f[at++] = converts ? letters[any(sizeof letters - 1)] : "ab -"[any(4)];
  }
  gmtime_r(&time, &date);
  date.tm_year = 1000 + (int)any(any(2) ? 9000 : 2147482647) - 1900;
  date.tm_sec += any(9) == 0 && date.tm_sec == 59;
  memcpy(&own, &date, sizeof own);
  memset(a, '#', sizeof a), memset(b, '#', sizeof b);
  n = any(4) ? 64 : any(20), m = strftime(b, n, f, &date);
  if (model_strftime(a, n, f, &own) != m || (m && memcmp(a, b, sizeof a)))
    differs(f);
  date.tm_year = own.tm_year = 1000 + (int)any(9000) - 1900;
  BOTH("asctime_r", model_asctime_r(&own, to), asctime_r(&date, to))
  SAME("asctime", strcmp(model_asctime(&own), asctime(&date)), 0)
}
