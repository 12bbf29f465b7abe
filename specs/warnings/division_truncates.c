// expect: unreachable  target: call:reach_error  entry: main
// -7 / 2 is -3 and -7 % 2 is -1.
extern void reach_error(void);

int main(void) {
    int x = -7;
    int q = x / 2, r = x % 2;
    if (q != -3 || r != -1)
        reach_error();
    return 0;
}
