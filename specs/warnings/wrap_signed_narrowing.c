// expect: reachable  target: call:reach_error  entry: main
// A conversion to a narrower signed type wraps, whatever signed overflow means.
extern void reach_error(void);

int main(void) {
    signed char c = 0;
    int n = 0;
    for (int i = 0; i < 130; i++) {
        c = c + 1;
        n++;
    }
    if (c == -126)
        reach_error();
    return 0;
}
