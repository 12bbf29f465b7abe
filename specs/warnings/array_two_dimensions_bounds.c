// expect: reachable  target: bounds  entry: main
// Column 3 of row 0 is out of bounds although element 3 of the whole exists.

int main(void) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    int s = 0;
    for (int j = 0; j <= 3; j++)
        s += m[0][j];
    return s;
}
