// What strftime and asctime write of a date; where there is no room for all of it and the end strftime gives 0.
// target: label:right   entry: date      expect: reachable
// target: label:wrong   entry: date      expect: unreachable
// target: label:noon    entry: half      expect: reachable
// target: label:zero    entry: half      expect: unreachable
// target: label:fits    entry: room      expect: unreachable
// target: label:none    entry: room      expect: reachable
// target: label:same    entry: old       expect: reachable
// target: label:other   entry: old       expect: unreachable
#include <string.h>
#include <time.h>

static struct tm day = {.tm_year = 124, .tm_mon = 1, .tm_mday = 9, .tm_hour = 21, .tm_min = 5, .tm_wday = 5, .tm_yday = 39};

int date(void) {
    char text[64];
    size_t n = strftime(text, sizeof text, "%F|%e %b %Y|%A|%j|%U", &day);
    if (n == 0) return 0;
    if (strncmp(text, "2024-02-09| 9 Feb 2024|Friday|040|", 34)) { wrong: return 1; }
    right: return 0;
}

int half(unsigned hour) {
    char text[16];
    struct tm m = {.tm_hour = hour % 24};
    strftime(text, sizeof text, "%I%p", &m);
    if (hour % 24 == 12 && !strcmp(text, "12PM")) { noon: return 1; }
    if (text[0] == '0' && text[1] == '0') { zero: return 2; }
    return 0;
}

int room(void) {
    char text[10];
    if (strftime(text, sizeof text, "%Y-%m-%d", &day)) { fits: return 1; }
    none: return 0;
}

int old(void) {
    if (strcmp(asctime(&day), "Fri Feb  9 21:05:00 2024\n")) { other: return 1; }
    same: return 0;
}
