// expect: reachable  target: call:reach_error  entry: main
// A variable is known in its own initialiser, where it has any value: 3y = 2 - 7 has a solution modulo 2^32.
extern void reach_error(void);

int main(void) {
    unsigned y = y * 3u + 7u;
    if (y == 2u)
        reach_error();
    return 0;
}
