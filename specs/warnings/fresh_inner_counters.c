// expect: reachable  target: call:reach_error  entry: main
// The inner loop runs 0, 1, 2 … times; an inner counter shared by first, last and each says always equally often.
extern void reach_error(void);

int main(void) {
    int total = 0;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < i; j++)
            total++;
    if (total == 6)
        reach_error();
    return 0;
}
