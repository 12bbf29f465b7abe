// A loop that counts the members of its input by what they are; after the words of [ELN], which has no listing.
// The question is in specs/papers/doif.yaml.
extern void reach_error(void);

void DOIF(int A[], int n) {
    int ones = 0, twos = 0, threes = 0, others = 0;
    for (int i = 0; i < n; ++i) {
        if (A[i] == 1)
            ++ones;
        else if (A[i] == 2)
            ++twos;
        else if (A[i] == 3)
            ++threes;
        else
            ++others;
    }
    if (ones == 9 && twos == 7 && threes == 5 && others == 4)
        reach_error();
}
