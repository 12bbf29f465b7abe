// expect: unreachable  target: call:reach_error  entry: f
// No more letters than characters.
extern void reach_error(void);

void f(char *s) {
    int n = 0, a = 0;
    while (s[n]) {
        if (s[n] == 'a')
            a++;
        n++;
    }
    if (a > n)
        reach_error();
}
