// A pointer seen as one to the first part of a struct points to something only if the pointer to the struct does.
// entry: parameter  target: bounds  expect: reachable
// entry: parameter  target: label:SEVEN  expect: reachable
// entry: behind  target: bounds  expect: reachable
// entry: single  target: bounds  expect: reachable
// entry: guarded  target: bounds  expect: unreachable
// entry: second_grid  target: bounds  expect: unreachable
// entry: second_grid  target: label:FIRST_GRID  expect: unreachable
// entry: second_grid  target: label:SECOND_GRID  expect: reachable
// entry: backwards  target: bounds  expect: unreachable
// entry: backwards  target: label:ALL  expect: reachable
struct pair {
    int first, second;
};

struct grid {
    int cells[2][3];
};

int parameter(struct pair *pair) {
    int *first = (int *)pair;
    if (*first == 7) {
    SEVEN:
        return 1;
    }
    return 0;
}

int behind(unsigned n) {
    struct pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
    int *first = (int *)(pairs + n % 4);
    return *first;
}

int single(void) {
    struct pair pair = {1, 2};
    int *first = (int *)(&pair + 1);
    return *first;
}

int guarded(unsigned n) {
    struct pair pairs[3] = {{1, 2}, {3, 4}, {5, 6}};
    int *first = (int *)(pairs + n % 4);
    return n % 4 == 3 ? 0 : *first;
}

int second_grid(void) {
    struct grid grids[2] = {{{{1, 2, 3}, {4, 5, 6}}}, {{{7, 8, 9}, {10, 11, 12}}}};
    int *first = (int *)(grids + 1);
    if (*first == 4) {
    FIRST_GRID:
        return 1;
    }
    if (*first == 7) {
    SECOND_GRID:
        return 2;
    }
    return 0;
}

int backwards(void) {
    int cells[2][3] = {{1, 2, 3}, {4, 5, 6}}, sum = 0;
    int *end = (int *)(cells + 2);
    while (end > (int *)cells)
        sum += *--end;
    if (sum == 21) {
    ALL:
        return 1;
    }
    return 0;
}
