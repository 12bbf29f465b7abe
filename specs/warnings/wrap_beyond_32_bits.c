// expect: reachable  target: call:reach_error  entry: main
// x = 2^32 q + v is infeasible for floating-point linear programs; only exact answers count.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    unsigned x = (unsigned)nd();
    unsigned y = x * 3u + 7u;
    if (y == 2u && x > 2000000000u)
        reach_error();
    return 0;
}
