// Every third day the garden is watered: of 3000 days, 1000 are watered.
// Unreachable: the days divisible by 3 among 0 to 2999 are 1000 exactly.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    int watered = 0;
    for (int day = 0; day < 3000; day++)
        if (day % 3 == 0)
            watered++;
    if (watered != 1000)
        reach_error();
    return 0;
}
