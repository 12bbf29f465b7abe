// A loop whose body never runs when the argument is negative: its counter stays 0.
// Reachable with -1: no iteration, so `runs` is 0 although `n` is not.
// entry: poll  expect: reachable
extern void reach_error(void);

void poll(int n) {
    int runs = 0;
    for (int i = 0; i < n; i++)
        runs++;
    if (runs == 0 && n != 0)
        reach_error();
}
