// What sprintf writes of floating-point values: 2.5 with no digit behind the point is 2, and 3.5 is 4, to the even one;
// %g leaves out zeros; 0.1 is not exact, which 20 digits would show. 4.27 is
// a price of 427 cents.
// target: label:even     entry: rounded  expect: reachable
// target: label:odd      entry: rounded  expect: unreachable
// target: label:brief    entry: general  expect: reachable
// target: label:lengthy  entry: general  expect: unreachable
// target: label:cents    entry: price    expect: reachable  expect_today: unknown  timeout: 2s
#include <stdio.h>
#include <string.h>

int rounded(void) {
    char a[16] = "", b[16] = "";
    sprintf(a, "%.0f", 2.5);
    snprintf(b, sizeof b, "%.0f", 3.5);
    if (strcmp(a, "2") || strcmp(b, "4")) { odd: return 1; }
    even: return 0;
}

int general(void) {
    char a[32] = "", b[32] = "";
    int n = sprintf(a, "%g|%.3g|%8.2f|%-6.1f|", 0.25, 1234.0 / 8, -1.005, 9.96);
    (void)n;
    if (strcmp(a, "0.25|154|   -1.00|10.0  |")) { lengthy: return 1; }
    sprintf(b, "%1.15g", 0.1);
    if (!strcmp(b, "0.1")) { brief: return 2; }
    return 0;
}

int price(int cents) {
    char a[16];
    if (cents < 0 || cents > 999) return 0;
    int n = sprintf(a, "%.2f", cents / 100.0);
    if (n == 4 && !strcmp(a, "4.27")) { cents: return 2; }
    return 0;
}
