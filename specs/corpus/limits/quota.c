// Requests of any positive size are served while the quota of 1000 lasts; one that does not fit is left out.
// Unreachable: before each addition the sum is checked, so it is at most 1000.
// entry: serve  expect: unreachable
extern void reach_error(void);

void serve(const int request[], int n) {
    int used = 0;
    for (int i = 0; i < n; i++)
        if (request[i] > 0 && request[i] <= 1000 && used + request[i] <= 1000)
            used += request[i];
    if (used > 1000)
        reach_error();
}
