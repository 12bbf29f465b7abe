// Two phases: the loop counts up to n and then down again, so it ends at 0 whatever n is.
// Unreachable: the second loop stops exactly when i is 0.
// entry: twice  expect: unreachable
extern void reach_error(void);

void twice(int n) {
    int i = 0;
    while (i < n)
        i++;
    while (i > 0)
        i--;
    if (i != 0)
        reach_error();
}
