// What is put into one array is its index doubled, and the other array follows it by one.
// define: STEP=1  expect: unreachable
// define: STEP=2  expect: reachable
extern void reach_error(void);

int main(void) {
    int even[300], odd[300];
    for (int i = 0; i < 300; i++) {
        even[i] = 2 * i;
        odd[i] = even[i] + STEP;
    }
    for (int i = 0; i < 300; i++)
        if (odd[i] != 2 * i + 1)
            reach_error();
    return 0;
}
