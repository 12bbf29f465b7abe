// The inner counter is declared inside the outer loop, so it never holds more than one row's worth.
// Unreachable: `run` restarts at 0 in each row and a row has 16 cells.
// entry: longest  expect: unreachable
extern void reach_error(void);

void longest(const unsigned char pixels[], int rows) {
    for (int r = 0; r < rows; r++) {
        int run = 0;
        for (int c = 0; c < 16; c++)
            if (pixels[c] > 127)
                run++;
        if (run > 16)
            reach_error();
    }
}
