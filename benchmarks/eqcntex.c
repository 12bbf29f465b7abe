// Two such nests in a row that run a fixed number of times: 20 and 18 pairs
// cannot give 39 equal ones; after the words of [ELN], which has no listing.
// The question is in specs/papers/eqcntex.yaml.
extern void reach_error(void);

void EQCNTex(int A[], int B[], int C[], int D[]) {
    int equal = 0, same = 0;
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 5; ++j)
            if (A[i] == B[j])
                ++equal;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 6; ++j)
            if (C[i] == D[j])
                ++same;
    if (equal + same > 38)
        reach_error();
}
