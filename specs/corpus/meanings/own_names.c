// A built-in function is the library's, whatever a file calls a function of its own.
// target: call:right  expect: reachable
// target: call:wrong  expect: unreachable
void right(void), wrong(void);
static int abs(int x) { return x + 40; }

int main(void) {
    if (__builtin_abs(-3) == 3 && abs(2) == 42) right();
    else wrong();
    return 0;
}
