// Counts the decimal digits of an unsigned number; a `do` loop, since 0 has one digit.
// 10 digits are reached by 4000000000; 11 are not: the largest number of 32 bits has 10.
// entry: digits  define: WIDTH=10  expect: reachable
// entry: digits  define: WIDTH=11  expect: unreachable
extern void reach_error(void);

void digits(unsigned number) {
    int width = 0;
    do {
        width++;
        number /= 10;
    } while (number != 0);
    if (width == WIDTH)
        reach_error();
}
