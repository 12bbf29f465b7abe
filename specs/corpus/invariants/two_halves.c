// One loop fills both halves of a table; each half holds what it was given.
// target: label:low   expect: unreachable
// target: label:high  expect: unreachable
// target: label:seen  expect: reachable
int main(void) {
    int table[2000];
    for (int i = 0; i < 1000; i++) {
        table[i] = 1;
        table[i + 1000] = 2;
    }
    for (int i = 0; i < 1000; i++)
        if (table[i] != 1)
            goto low;
    for (int i = 1000; i < 2000; i++)
        if (table[i] != 2)
            goto high;
    if (table[1999] == 2)
        goto seen;
    return 0;
low:
    return 1;
high:
    return 2;
seen:
    return 3;
}
