// Nested loops that count equal pairs; how often they run depends on the input; after the words of [ELN].
// The question is in specs/papers/eqcnt.yaml.
extern void reach_error(void);

void EQCNT(int A[], int B[], int n) {
    int equal = 0, different = 0;
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j)
            if (A[i] == B[j])
                ++equal;
            else
                ++different;
    if (equal == different + 4)
        reach_error();
}
