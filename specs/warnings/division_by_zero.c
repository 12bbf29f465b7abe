// expect: reachable  target: division  entry: main
// The divisor gets to 0 in the fourth run.

int main(void) {
    int s = 0;
    for (int i = -3; i < 3; i++)
        s += 12 / i;
    return s;
}
