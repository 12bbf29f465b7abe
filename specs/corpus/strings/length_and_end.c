// The length of a string is the place of its first zero.
// Unreachable: the loop passed only characters that are not zero.
// entry: measure  expect: unreachable
extern void reach_error(void);

void measure(const char *s) {
    int length = 0;
    while (s[length] != '\0')
        length++;
    if (length > 5 && s[5] == '\0')
        reach_error();
}
