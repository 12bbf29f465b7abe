// expect: reachable  target: call:reach_error  entry: f
// Plain char is signed here: an element can be negative.
extern void reach_error(void);

void f(const char *s) {
    int low = 0;
    for (int i = 0; s[i] != 0; i++)
        if (s[i] < 0)
            low++;
    if (low == 2)
        reach_error();
}
