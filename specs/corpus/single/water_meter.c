// A meter adds 3 for each pulse, for as many pulses as the caller says.
// With 1200 the line is reached by 400 pulses; 1201 is no multiple of 3, so no number of pulses gives it.
// entry: meter  define: READING=1200  expect: reachable
// entry: meter  define: READING=1201  expect: unreachable
extern void reach_error(void);

void meter(int pulses) {
    int litres = 0;
    for (int i = 0; i < pulses; i++)
        litres += 3;
    if (litres == READING)
        reach_error();
}
