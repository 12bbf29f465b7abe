// Does a string of unknown length contain two words? [ELN, APC].
// The question is in specs/papers/hw.yaml.
extern void reach_error(void);

void HW(const char *A) {
    const char H[] = "Hello";
    int h = 0;
    for (int i = 0; A[i] != 0; ++i) {
        int j = i, k = 0;
        while (H[k] != 0 && A[j] != 0 && A[j] == H[k]) {
            ++j;
            ++k;
        }
        if (H[k] == 0) {
            h = 1;
            break;
        }
        if (A[j] == 0)
            break;
    }
    const char W[] = "World";
    int w = 0;
    for (int i = 0; A[i] != 0; ++i) {
        int j = i, k = 0;
        while (W[k] != 0 && A[j] != 0 && A[j] == W[k]) {
            ++j;
            ++k;
        }
        if (W[k] == 0) {
            w = 1;
            break;
        }
        if (A[j] == 0)
            break;
    }
    if (h == 1 && w == 1)
        reach_error();
}
