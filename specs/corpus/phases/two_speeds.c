// Steps of 1 up to a switching point after 200000 of them, and steps of 5 behind it.
// Unreachable: x passes exactly 200000, and from there 200020 is 4 steps of 5 away, so the loop stops exactly on it.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    int x = 0;
    while (x < 200020) {
        if (x < 200000)
            x++;
        else
            x += 5;
    }
    if (x != 200020)
        reach_error();
    return 0;
}
