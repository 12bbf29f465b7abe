// Where a clock is, and whether daylight is saved there, the world says; a day has 24 hours everywhere.
// target: label:evening  entry: shown    expect: reachable
// target: label:late     entry: shown    expect: unreachable
// target: label:saved    entry: shown    expect: reachable
// target: label:far      entry: shown    expect: unreachable
// target: label:same     entry: shared   expect: reachable
// target: label:apart    entry: shared   expect: unreachable
// target: label:noon     entry: when     expect: reachable
// target: label:week     entry: when     expect: unreachable
#include <time.h>

int shown(int t) {
    time_t time = t;
    struct tm m;
    if (!localtime_r(&time, &m)) return 0;
    if (m.tm_hour == 20 && m.tm_isdst == 0) { evening: return 1; }
    if (m.tm_hour > 23) { late: return 2; }
    if (t == 0 && m.tm_hour == 1 && m.tm_isdst > 0) { saved: return 3; }
    if (t == 0 && m.tm_year != 70 && m.tm_year != 69) { far: return 4; }
    return 0;
}

int shared(void) {
    time_t first = 0, later = 400000;
    struct tm *utc = gmtime(&first), *local = localtime(&later);
    if (utc != local) { apart: return 1; }
    if (utc->tm_mday > 3) { same: return 2; }
    return 0;
}

int when(int day) {
    struct tm m = {.tm_year = 100, .tm_mday = 1 + (day & 15), .tm_hour = 12, .tm_isdst = -1};
    time_t t = mktime(&m);
    if (t == 946728000) { noon: return 1; }
    if (t > 946728000 + 18 * 86400L) { week: return 2; }
    return 0;
}
