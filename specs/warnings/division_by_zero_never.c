// expect: unreachable  target: division  entry: main
// The divisor is skipped over.

int main(void) {
    int s = 0;
    for (int i = -3; i < 4; i += 2)
        s += 12 / i;
    return s;
}
