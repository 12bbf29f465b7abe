// Tiles of width 3 are laid until the square of the width is 400 or more: 0, 3, … 18 are not enough, so each row has
// seven of them, 21 in all. After any number of rows the sum is 21 for each, never 20, and always more than 20.
// define: WIDTH=20  expect: unreachable
// define: WIDTH=21  expect: reachable
extern void reach_error(void);
int main(void) {
    int rows, sum = 0;
    if (rows < 1 || rows > 2000)
        return 0;
    for (int r = 0; r < rows; r++) {
        int x = 0;
        while (x * x < 400)
            x += 3;
        sum += x;
    }
    if (sum == WIDTH * rows)
        reach_error();
    return 0;
}
