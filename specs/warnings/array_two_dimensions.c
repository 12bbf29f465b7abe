// expect: unreachable  target: call:reach_error  entry: main
// Row and column are told apart, and zeros fill what is not initialised.
extern void reach_error(void);

int main(void) {
    int m[2][3] = {{1, 2, 3}, {4}};
    int s = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            s += m[i][j] * (i + 1);
    if (s != 14)
        reach_error();
    return 0;
}
