// The null test of a pointer made from the parameter, to the struct's first member, is one of the parameter.
// entry: first_of  target: label:NONE  expect: reachable
// entry: first_of  target: label:SEVEN  expect: reachable
struct pair {
    int first, second;
};

int first_of(struct pair *pair) {
    int *first = (int *)pair;
    if (!first) {
    NONE:
        return -1;
    }
    if (*first == 7) {
    SEVEN:
        return 1;
    }
    return 0;
}
