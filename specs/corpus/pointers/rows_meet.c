// The end of one row of an array is the beginning of the next: a walk from the first row meets the second after
// as many steps as a row has.
// define: STEPS=4  expect: reachable
// define: STEPS=5  expect: unreachable
extern void reach_error(void);

int main(void) {
    int a[3][4];
    int steps = 0;
    for (int *p = a[0]; p != a[1]; p++) steps++;
    if (steps == STEPS) reach_error();
    return 0;
}
