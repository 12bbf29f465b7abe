// Looks for the first zero.
// Before it there is none, behind it there may be more; the search ends with LENGTH if there is none at all.
// target: label:found   define: LENGTH=4        define: PLACE=3       expect: reachable
// target: label:found   define: LENGTH=1000000  define: PLACE=765432  expect: reachable
// target: label:found   define: LENGTH=1000000  define: PLACE=1000001 expect: unreachable
// target: label:before  define: LENGTH=1000000  define: PLACE=765432  expect: unreachable
// target: label:behind  define: LENGTH=1000000  define: PLACE=765432  expect: reachable
// target: label:behind  define: LENGTH=1000000  define: PLACE=999999  expect: unreachable
int main(void) {
    int item[LENGTH];
    int i = 0;
    while (i < LENGTH && item[i] != 0)
        i++;
    if (i == PLACE && item[PLACE / 2] == 0)
        goto before;
    if (i == PLACE && PLACE < LENGTH - 1 && item[LENGTH - 1] == 0)
        goto behind;
    if (i == PLACE)
        goto found;
    return 0;
found:
    return 1;
before:
    return 2;
behind:
    return 3;
}
