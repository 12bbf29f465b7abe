// One loop with two phases: heat by 4 below 60 degrees, hold for 10 minutes, then stop.
// The temperature ends at 60, 61, 62 or 63, since it starts below 60 and passes it by less than 4.
// 63 is reached from 19 (11 times 4); 64 is not.
// entry: boil  define: END=63  expect: reachable
// entry: boil  define: END=64  expect: unreachable
extern void reach_error(void);

void boil(int degrees) {
    int held = 0;
    if (degrees < 0 || degrees >= 60)
        return;
    while (held < 10) {
        if (degrees < 60)
            degrees += 4;
        else
            held++;
    }
    if (degrees == END)
        reach_error();
}
