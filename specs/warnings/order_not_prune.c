// expect: reachable  target: call:reach_error  entry: main
// Zero counters solve the system because of the star; the search must not stop there.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int x = 1;
    while (nd()) {
        if (nd())
            x *= 2;
        else
            x += 3;
    }
    if (x == 5)
        reach_error();
    return 0;
}
