// The null test of a pointer made from the parameter, to the struct's first member, is one of the parameter.
// entry: first_of  target: label:NONE  expect: reachable
// entry: first_of  target: label:SEVEN  expect: reachable
// entry: known_null  target: label:STAYS  expect: reachable
// entry: known_null  target: label:BECOMES  expect: unreachable
// entry: null_for_two  target: label:FOR_TWO  expect: reachable
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

static struct pair kept;

int known_null(int a) {
    struct pair *to_kept = &kept;
    int *first = (int *)(1 ? (void *)0 : (void *)to_kept);
    if (!first) {
    STAYS:
        return a;
    }
BECOMES:
    return 0;
}

static void *none;

int null_for_two(int a) {
    struct pair *to_kept = &kept;
    none = 0;
    int *first = (int *)(sizeof(int) == 4 ? none : (void *)to_kept);
    if (!first && a == 2) {
    FOR_TWO:
        return 1;
    }
    return 0;
}
