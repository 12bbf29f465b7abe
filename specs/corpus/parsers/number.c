// Reads a decimal number of at most 4 digits.
// 2047 is reached by its digits; 10000 has five.
// entry: number  define: VALUE=2047  expect: reachable
// entry: number  define: VALUE=10000  expect: unreachable
extern void reach_error(void);

void number(const char *s) {
    int value = 0;
    for (int i = 0; i < 4 && s[i] >= '0' && s[i] <= '9'; i++)
        value = 10 * value + (s[i] - '0');
    if (value == VALUE)
        reach_error();
}
