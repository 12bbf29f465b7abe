// A clock with seconds, minutes and hours runs for at most LIMIT seconds.
// LIMIT seconds are HOUR hours, MINUTE minutes and SECOND seconds, and no later time is shown; 60 seconds are never
// shown, however long it runs. After more than three years the way there has hours of sixty minutes in it: found, but
// not replayed in time.
// define: LIMIT=86399       define: HOUR=23     define: MINUTE=59  define: SECOND=59  expect: reachable
// define: LIMIT=86398       define: HOUR=23     define: MINUTE=59  define: SECOND=59  expect: unreachable
// define: LIMIT=2147483647  define: HOUR=596523 define: MINUTE=14  define: SECOND=8   expect: unreachable
// define: LIMIT=2147483647  define: HOUR=1      define: MINUTE=0   define: SECOND=60  expect: unreachable
// define: LIMIT=100000000   define: HOUR=27777  define: MINUTE=46  define: SECOND=40  expect: reachable  expect_today: unknown  timeout: 2s
extern void reach_error(void);

int main(void) {
    int limit, second = 0, minute = 0, hour = 0;
    if (limit > LIMIT)
        return 0;
    for (int i = 0; i < limit; i++) {
        second++;
        if (second == 60) {
            second = 0;
            minute++;
            if (minute == 60) {
                minute = 0;
                hour++;
            }
        }
    }
    if (hour == HOUR && minute == MINUTE && second == SECOND)
        reach_error();
    return 0;
}
