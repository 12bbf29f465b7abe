// expect: unreachable  target: call:reach_error  entry: main
// Totals of totals.
extern void reach_error(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++)
                total++;
    if (total != 60)
        reach_error();
    return 0;
}
