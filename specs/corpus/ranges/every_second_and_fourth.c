// Counts the ones in every second place, and the twos in every fourth.
// Every fourth place is a second one too, so each two there takes the place of a one. Every third place meets
// every second place only half of the time: all of the other half may be twos.
// define: LENGTH=9       define: STEP=4  define: ONES=4      define: TWOS=1      expect: reachable
// define: LENGTH=9       define: STEP=4  define: ONES=5      define: TWOS=1      expect: unreachable
// define: LENGTH=100000  define: STEP=4  define: ONES=49999  define: TWOS=1      expect: reachable
// define: LENGTH=100000  define: STEP=4  define: ONES=50000  define: TWOS=1      expect: unreachable
// define: LENGTH=100000  define: STEP=4  define: ONES=49999  define: TWOS=2      expect: unreachable
// define: LENGTH=9       define: STEP=3  define: ONES=5      define: TWOS=1      expect: reachable
// define: LENGTH=9       define: STEP=3  define: ONES=5      define: TWOS=2      expect: unreachable
// define: LENGTH=100000  define: STEP=3  define: ONES=50000  define: TWOS=16667  expect: reachable  expect_today: unknown  timeout: 2s
extern void reach_error(void);

int main(void) {
    int item[LENGTH];
    int ones = 0, twos = 0;
    for (int i = 0; i < LENGTH; i += 2)
        if (item[i] == 1)
            ones++;
    for (int i = 0; i < LENGTH; i += STEP)
        if (item[i] == 2)
            twos++;
    if (ones == ONES && twos == TWOS)
        reach_error();
    return 0;
}
