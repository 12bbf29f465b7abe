// Counts weeks, days and hours, each in a loop within the one before.
// Each week has 7 days and each day 24 hours.
// target: label:days   define: WEEKS=3        define: HOURS=504        expect: unreachable
// target: label:days   define: WEEKS=1000000  define: HOURS=168000000  expect: unreachable
// target: label:hours  define: WEEKS=3        define: HOURS=504        expect: reachable
// target: label:hours  define: WEEKS=1000000  define: HOURS=168000000  expect: reachable
// target: label:hours  define: WEEKS=1000000  define: HOURS=167999999  expect: unreachable
// target: label:hours  define: WEEKS=1000000  define: HOURS=168000168  expect: unreachable
int main(void) {
    int n, weeks = 0, days = 0, hours = 0;
    if (n > WEEKS)
        return 0;
    for (int w = 0; w < n; w++) {
        weeks++;
        for (int d = 0; d < 7; d++) {
            days++;
            for (int h = 0; h < 24; h++)
                hours++;
        }
    }
    if (days != 7 * weeks)
        goto days;
    if (hours == HOURS)
        goto hours;
    return 0;
days:
    return 1;
hours:
    return 2;
}
