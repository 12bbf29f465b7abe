// A shop serves before `noon` while there is a customer. Two ways round serve, with waste taken out or not, and both
// need the hour to be before noon: together they run at most `noon` times. 11 customers are served with `noon` = 11
// and a customer in each of the first 11 hours.
// define: SERVED=noon  expect: unreachable
// define: SERVED=10  expect: reachable
extern int customer(void);
extern void reach_error(void);
int main(void) {
    int hours, noon, served = 0, empty = 0, waste = 0;
    if (noon < 0 || noon > 1000)
        return 0;
    for (int hour = 0; hour < hours; hour++) {
        if (customer() && hour < noon)
            served++;
        else if (customer())
            empty++;
        else
            waste++;
        if (waste > served)
            waste -= 2;
    }
    if (served > SERVED)
        reach_error();
    return 0;
}
