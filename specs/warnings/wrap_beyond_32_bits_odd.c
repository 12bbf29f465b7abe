// expect: reachable  target: call:reach_error  entry: main
// 3 x = 1 mod 2^32 has a solution; over the rationals with small bounds it seems to have none.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    unsigned x = (unsigned)nd();
    int n = 0;
    for (int i = 0; i < 3; i++)
        n++;
    if (x * 3u == 1u && n == 3)
        reach_error();
    return 0;
}
