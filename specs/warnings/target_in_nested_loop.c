// expect: reachable  target: call:reach_error  entry: main
// The target stands in a loop: the last runs are not finished.
extern void reach_error(void);

int main(void) {
    int hits = 0;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++) {
            if (i * j == 12)
                hits++;
            if (hits == 2)
                reach_error();
        }
    return 0;
}
