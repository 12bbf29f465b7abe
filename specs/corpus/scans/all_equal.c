// Checks that all elements are equal by comparing neighbours; equality is transitive.
// Unreachable: if no neighbours differ, the ends are equal.
// expect: unreachable
extern void reach_error(void);

int main(void) {
    int v[12];
    int equal = 1;
    for (int i = 1; i < 12; i++)
        if (v[i] != v[i - 1])
            equal = 0;
    if (equal && v[0] != v[11])
        reach_error();
    return 0;
}
