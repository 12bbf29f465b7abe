// The same program asked about by a line and by a label: the alarm of a thermostat with hysteresis.
// The heater is switched on at 17 or below, so the line of `cycles++` is reached by a cold reading.
// The label is not: the heater is on only after a reading below 18 and off after one above 22, so never on at 23.
// target: 16  expect: reachable
// target: label:alarm  expect: unreachable
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int on = 0, cycles = 0;
    for (int minute = 0; minute < 1440; minute++) {
        int degrees = __VERIFIER_nondet_int();
        if (degrees > 22)
            on = 0;
        if (degrees < 18 && !on) {
            on = 1;
            cycles++;
        }
        if (on && degrees == 23)
            goto alarm;
    }
    return cycles;
alarm:
    return -1;
}
