// expect: reachable  target: call:reach_error  entry: main
// `i` advances in the other subchain too, so `s` is no polynomial of its own counter.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int s = 0, c = 0;
    for (int i = 0; i < 5; i++)
        if (nd()) {
            s += i;
            c++;
        }
    if (c == 2 && s == 7)
        reach_error();
    return 0;
}
