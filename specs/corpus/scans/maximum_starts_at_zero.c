// The mistake of starting at 0: with negative values only, the "largest" is none of them.
// Reachable when all ten are negative.
// expect: reachable
extern void reach_error(void);

int main(void) {
    int v[10];
    int largest = 0;
    for (int i = 0; i < 10; i++)
        if (v[i] > largest)
            largest = v[i];
    if (largest > v[0] && largest == 0 && v[9] < -5)
        reach_error();
    return 0;
}
