// expect: reachable  target: call:reach_error  entry: f
// A switch jumps into the middle of a do loop.
extern void reach_error(void);

void f(int n) {
    int c = 0;
    switch (n % 4) {
        do {
        case 0: c++;
        case 3: c++;
        case 2: c++;
        case 1: c++;
        } while ((n -= 4) > 0);
    }
    if (c == 7)
        reach_error();
}
