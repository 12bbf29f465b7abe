// expect: unreachable  target: call:reach_error  entry: main
// Shifted right, a negative value never gets to 0.
extern void reach_error(void);

int main(void) {
    int x = -9;
    for (int i = 0; i < 6; i++)
        x >>= 1;
    if (x != -1)
        reach_error();
    return 0;
}
