// expect: unreachable  target: call:reach_error  entry: main
// Post- and pre-increment give different values.
extern void reach_error(void);

int main(void) {
    int i = 0, s = 0;
    for (int k = 0; k < 3; k++) {
        s += i++;
        s += ++i;
    }
    if (i != 6 || s != 18)
        reach_error();
    return 0;
}
