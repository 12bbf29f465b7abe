// expect: reachable  target: call:reach_error  entry: main
// The inner loop is left at once in the first outer run and late in the last.
extern void reach_error(void);
extern int nd(void);

int main(void) {
    int most = 0, runs = 0;
    for (int i = 0; i < 2; i++) {
        int j = 0;
        while (j < 5 && nd())
            j++;
        if (j == i * 4)
            runs++;
        most += j;
    }
    if (runs == 2 && most == 4)
        reach_error();
    return 0;
}
