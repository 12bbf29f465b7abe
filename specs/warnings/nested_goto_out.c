// expect: reachable  target: call:reach_error  entry: main
// The last outer run is not finished; its inner runs count all the same.
extern void reach_error(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            total++;
            if (total == 5)
                goto out;
        }
out:
    if (total == 5)
        reach_error();
    return 0;
}
