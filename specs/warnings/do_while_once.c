// expect: unreachable  target: call:reach_error  entry: main
// The body of a do loop runs before its condition is asked.
extern void reach_error(void);

int main(void) {
    int n = 0, i = 10;
    do {
        n++;
        i++;
    } while (i < 5);
    if (n != 1)
        reach_error();
    return 0;
}
