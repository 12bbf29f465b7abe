// Keeps the sum of readings between 10 and 20, so the average of all of them lies there as well.
// Unreachable: sum >= 10 * count.
// expect: unreachable
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0, count = 0;
    while (__VERIFIER_nondet_int() > 0) {
        int reading = __VERIFIER_nondet_int();
        if (reading < 10 || reading > 20)
            continue;
        sum += reading;
        count++;
    }
    if (count > 0 && sum < 10 * count)
        reach_error();
    return 0;
}
