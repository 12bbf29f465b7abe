// Steps of four never give fifteen [ELN, APC].
// entry: OneLoop  target: call:reach_error  expect: unreachable
extern void reach_error(void);

void OneLoop(int n) {
    int i = 0;
    while (i < n)
        i += 4;
    if (i == 15)
        reach_error();
}
