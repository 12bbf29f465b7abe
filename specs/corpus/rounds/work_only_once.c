// The inner loop runs to its end in the first round and is not reset, so later rounds do not enter it.
// What it counts is WORK if there was a round, and nothing else but 0. Rounds that differ in that are not one segment yet
// when there is no telling which one is the first.
// target: label:between  define: ROUNDS=4       define: WORK=3     expect: unreachable
// target: label:again    define: ROUNDS=4       define: WORK=3     expect: unreachable
// target: label:done     define: ROUNDS=100000  define: WORK=1000  expect: reachable
// target: label:between  define: ROUNDS=100000  define: WORK=0     expect: unreachable
// target: label:again    define: ROUNDS=100000  define: WORK=1000  expect: unreachable
int main(void) {
    int rounds, work = 0, j = 0;
    if (rounds > ROUNDS)
        return 0;
    for (int i = 0; i < rounds; i++)
        while (j < WORK) {
            j++;
            work++;
        }
    if (work > WORK)
        goto again;
    if (work == WORK && rounds > 0)
        goto done;
    if (work != 0)
        goto between;
    return 0;
between:
    return 1;
again:
    return 2;
done:
    return 3;
}
