// A table of two dimensions as a row of numbers: whatever is not the name of an array may go through all of its rows.
// entry: cast     target: label:CAST     expect: reachable
// entry: cast     target: label:BEYOND   expect: unreachable
// entry: cast     target: bounds         expect: reachable
// entry: added    target: label:ADDED    expect: reachable
// entry: whole    target: label:WHOLE    expect: reachable
// entry: element  target: label:ELEMENT  expect: reachable
// entry: named    target: label:NAMED    expect: unreachable
static int a[3][4] = {[1] = {0, 7}, [2] = {0, 0, 0, 9}};

int cast(int i) {
    if (((int *)a)[i] == 7)
    CAST:
        return i;
    if (((const int *)a)[i] == 9 && i != 11)
    BEYOND:
        return i;
    return 0;
}

int added(int i) {
    if (*((int *)a + i) == 9)
    ADDED:
        return i;
    return 0;
}

int whole(int i) {
    if (*((int *)&a + i) == 9)
    WHOLE:
        return i;
    return 0;
}

int element(int i) {
    if (*(&a[0][0] + i) == 9)
    ELEMENT:
        return i;
    return 0;
}

int named(int i) {
    if (a[0][i] == 9)
    NAMED:
        return i;
    return 0;
}
