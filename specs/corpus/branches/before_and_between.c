// Eight options before a loop and eight more before the next: 2^16 ways to go from one end to the other.
// Each option costs one of the numbers 1, 2, 4, ..., 128 before the first loop, and three times that before the second.
// Reachable: 1 + 2 + 4 before and 3 * 8 between are 31, and the loops add 20.
// Unreachable: all options together cost 255 + 765 = 1020, and the loops add 20.
// entry: order  define: COST=51  expect: reachable
// entry: order  define: COST=1041  expect: unreachable
extern void reach_error(void);

void order(unsigned wanted, unsigned extra) {
    int cost = 0;
    if (wanted & 1) cost += 1;
    if (wanted & 2) cost += 2;
    if (wanted & 4) cost += 4;
    if (wanted & 8) cost += 8;
    if (wanted & 16) cost += 16;
    if (wanted & 32) cost += 32;
    if (wanted & 64) cost += 64;
    if (wanted & 128) cost += 128;
    for (int i = 0; i < 10; i++)
        cost++;
    if (extra & 1) cost += 3;
    if (extra & 2) cost += 6;
    if (extra & 4) cost += 12;
    if (extra & 8) cost += 24;
    if (extra & 16) cost += 48;
    if (extra & 32) cost += 96;
    if (extra & 64) cost += 192;
    if (extra & 128) cost += 384;
    for (int i = 0; i < 10; i++)
        cost++;
    if (cost == COST)
        reach_error();
}
