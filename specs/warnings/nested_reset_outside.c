// expect: reachable  target: call:reach_error  entry: main
// The inner counter is reset by each outer run, the total is not.
extern void reach_error(void);

int main(void) {
    int j = 0, total = 0;
    for (int i = 0; i < 3; i++) {
        j = 0;
        while (j < 2) {
            j++;
            total++;
        }
    }
    if (j == 2 && total == 6)
        reach_error();
    return 0;
}
