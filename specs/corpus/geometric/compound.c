// x becomes 3x + 1 in each round from 0: 0, 1, 4, 13, 40, 121, 364, 1093.
// 364 is reached by 6 rounds; 365 lies between 364 and 1093.
// entry: grow  define: SIZE=364  expect: reachable
// entry: grow  define: SIZE=365  expect: unreachable
extern void reach_error(void);

void grow(int rounds) {
    int x = 0;
    for (int i = 0; i < rounds; i++)
        x = 3 * x + 1;
    if (x == SIZE)
        reach_error();
}
