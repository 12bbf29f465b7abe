// expect: reachable  target: call:reach_error  entry: main
// A char counter passes 255 and starts again.
extern void reach_error(void);

int main(void) {
    unsigned char c = 250;
    int n = 0;
    while (c != 3) {
        c++;
        n++;
    }
    if (n == 9)
        reach_error();
    return 0;
}
