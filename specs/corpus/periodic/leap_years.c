// Counts leap years from 1901 to a year that is an input, by the Gregorian rule without the 400-year exception.
// 24 are reached in 1999 (1904 to 1996); 25 leap years are reached no earlier than 2004, as 2000 is divisible by 100.
// entry: calendar  define: LEAPS=24  expect: reachable
// entry: calendar  define: LEAPS=25  expect: unreachable
extern void reach_error(void);

void calendar(int last) {
    int leaps = 0;
    if (last > 2003)
        return;
    for (int year = 1901; year <= last; year++)
        if (year % 4 == 0 && year % 100 != 0)
            leaps++;
    if (leaps == LEAPS)
        reach_error();
}
