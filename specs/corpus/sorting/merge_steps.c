// Merges two sorted lists of 3 and 4 elements; each step takes one element, so there are 7 steps in all.
// Unreachable: the steps are as many as the elements, whatever their values.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    int a[3], b[4];
    int i = 0, j = 0, steps = 0;
    while (i < 3 || j < 4) {
        if (j == 4 || (i < 3 && a[i] <= b[j]))
            i++;
        else
            j++;
        steps++;
    }
    if (steps != 7)
        reach_error();
    return 0;
}
