// Compares each pair of 6 readings and counts the pairs that differ.
// Reachable with 5 pairs: one reading apart from five equal ones. With 1 pair it is not: if a differs from b,
// each of the other four readings differs from one of the two at least.
// define: DIFFERENT=5  expect: reachable
// define: DIFFERENT=1  expect: unreachable
extern void reach_error(void);

int main(void) {
    int reading[6];
    int different = 0;
    for (int i = 0; i < 6; i++)
        for (int j = i + 1; j < 6; j++)
            if (reading[i] != reading[j])
                different++;
    if (different == DIFFERENT)
        reach_error();
    return 0;
}
