// The name is refused when any of its characters is a digit.
// Unreachable: a digit at place 0 would have been met. The second question looks at a place behind the end, which is not checked.
// entry: name  define: PLACE=0  expect: unreachable
// entry: name  define: PLACE=i+1  expect: reachable
extern void reach_error(void);

void name(const char *s) {
    int i = 0;
    while (s[i] != 0) {
        if (s[i] >= '0' && s[i] <= '9')
            return;
        i++;
    }
    if (s[PLACE] == '7')
        reach_error();
}
