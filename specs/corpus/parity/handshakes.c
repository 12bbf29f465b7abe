// Every handshake counts for two people, so the sum over all people is even, however many there are.
// Unreachable: each guest adds 2 or nothing, and a sum of twos is not 501.
// entry: party  expect: unreachable
extern void reach_error(void);

void party(const int present[], int n) {
    int hands = 0;
    for (int i = 0; i < n; i++)
        if (present[i])
            hands += 2;
    if (hands == 501)
        reach_error();
}
