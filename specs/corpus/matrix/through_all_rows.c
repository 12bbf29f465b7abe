// Rows of one element each: a pointer that walks through all of them finds each, and what it stores is not in the first.
// target: label:THERE  expect: reachable
// target: label:FIRST  expect: unreachable
// target: bounds       expect: unreachable
int main(void) {
    int a[3][1];
    int *p = &a[0][0];
    for (int i = 0; i < 3; i++)
        p[i] = i + 1;
    if (a[0][0] != 1 || a[1][0] != 2)
    FIRST:
        return 1;
    if (a[2][0] == 3)
    THERE:
        return 2;
    return 0;
}
