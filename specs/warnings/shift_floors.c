// expect: reachable  target: call:reach_error  entry: main
// `>>` of a negative value rounds down: -9 >> 1 is -5, and it stays at -1.
extern void reach_error(void);

int main(void) {
    int x = -9, n = 0;
    while (x != -1) {
        x >>= 1;
        n++;
    }
    if (n == 4)
        reach_error();
    return 0;
}
