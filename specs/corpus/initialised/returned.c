// What decides which value an expression has decides something, also where nobody uses the value.
// entry: chosen   target: uninitialised  expect: reachable
// entry: both     target: uninitialised  expect: reachable
// entry: handed   target: uninitialised  expect: unreachable
// entry: dropped  target: uninitialised  expect: reachable
int chosen(int n) {
    int x;
    if (n > 3)
        x = 4;
    return x ? 1 : 2;
}

int both(int n) {
    int x;
    if (n > 3)
        x = 4;
    return x == 3 && n;
}

/* Only copied. */
int handed(int n) {
    int x;
    if (n > 3)
        x = 4;
    return x;
}

int dropped(int n) {
    int x;
    if (n > 3)
        x = 4;
    (void)(x ? 1 : 2);
    return 0;
}
