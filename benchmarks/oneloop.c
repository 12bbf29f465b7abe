// Steps of four never give fifteen [ELN, APC].
// The question is in specs/papers/oneloop.yaml.
extern void reach_error(void);

void OneLoop(int n) {
    int i = 0;
    while (i < n)
        i += 4;
    if (i == 15)
        reach_error();
}
