// The calendar is Gregorian at any time: February has a day more in 2000, and in no year that 4 does not divide. gmtime
// gives one and the same struct each time; timegm takes parts of any size.
// target: label:morning  entry: hours     expect: reachable
// target: label:late     entry: hours     expect: unreachable
// target: label:leap     entry: february  expect: reachable
// target: label:odd      entry: february  expect: unreachable
// target: label:apart    entry: shared    expect: unreachable
// target: label:later    entry: shared    expect: reachable
// target: label:year     entry: back      expect: reachable
// target: label:thursday entry: back      expect: unreachable
// target: label:too_far  entry: far       expect: reachable
#include <time.h>

int hours(long t) {
    struct tm m;
    if (!gmtime_r(&t, &m)) return 0;
    if (m.tm_hour == 7 && m.tm_min == 30 && m.tm_sec == 5) { morning: return 1; }
    if (m.tm_hour > 23) { late: return 2; }
    return 0;
}

int february(int t) {
    time_t time = t;
    struct tm *m = gmtime(&time);
    if (m && m->tm_mon == 1 && m->tm_mday == 29 && m->tm_year == 100) { leap: return 1; }
    if (m && m->tm_mon == 1 && m->tm_mday == 30) { odd: return 2; }
    return 0;
}

int shared(void) {
    time_t first = 0, second = 3600;
    struct tm *a = gmtime(&first), *b = gmtime(&second);
    if (a != b) { apart: return 1; }
    if (a->tm_hour == 1) { later: return 2; }
    return 0;
}

int back(unsigned months) {
    struct tm m = {0};
    m.tm_year = 70;
    m.tm_mday = 1;
    m.tm_mon = months % 1000;
    time_t t = timegm(&m);
    if (t == 1735689600) { year: return m.tm_year == 125 && m.tm_wday == 3; }
    if (months == 0 && m.tm_wday != 4) { thursday: return 2; }
    return 0;
}

int far(long t) {
    if (!gmtime(&t)) { too_far: return 1; }
    return 0;
}
