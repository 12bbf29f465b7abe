// expect: reachable  target: call:reach_error  entry: f
// The scan stops at the first 0; the length of the array is not the length of the string.
extern void reach_error(void);

void f(char *s) {
    int n = 0, a = 0;
    while (s[n]) {
        if (s[n] == 'a')
            a++;
        n++;
    }
    if (n == 4 && a == 2)
        reach_error();
}
