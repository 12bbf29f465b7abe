// As inner_reset.c, but the counter is declared outside: it adds up over the rows.
// Reachable with 2 rows of bright pixels: the second row ends with run = 32.
// entry: longest  expect: reachable
extern void reach_error(void);

void longest(const unsigned char pixels[], int rows) {
    int run = 0;
    for (int r = 0; r < rows; r++) {
        for (int c = 0; c < 16; c++)
            if (pixels[c] > 127)
                run++;
        if (run > 16)
            reach_error();
    }
}
