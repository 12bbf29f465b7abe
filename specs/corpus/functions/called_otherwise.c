// A table of functions of several types says which of them each is: only where one is called as another the model ends.
// entry: apply     target: label:twelve  expect: reachable
// entry: apply     target: label:square  expect: reachable
// entry: apply     target: label:never   expect: unreachable
// entry: confused  target: label:before  expect: reachable
// entry: confused  target: label:behind  expect: unknown
// entry: only      target: label:before  expect: reachable
// entry: only      target: label:behind  expect: unknown
struct builtin {
    void (*call)(void);
    int arity;
};

static int next(int a) { return a < 1000 ? a + 1 : a; }

static int product(int a, int b) { return a > -100 && a < 100 && b > -100 && b < 100 ? a * b : 0; }

static const struct builtin table[] = {{(void (*)(void))next, 1}, {(void (*)(void))product, 2}};

int apply(unsigned which, int a, int b) {
    if (which > 1)
        return 0;
    const struct builtin *f = &table[which];
    int result = 0;
    switch (f->arity) {
    case 1:
        result = ((int (*)(int))f->call)(a);
        break;
    case 2:
        result = ((int (*)(int, int))f->call)(a, b);
        break;
    default:
        goto never;
    }
    if (result == 12 && a == 11)
        goto twelve;
    if (result == 49 && a == b)
        goto square;
    return result;
twelve:
    return -1;
square:
    return -2;
never:
    return -3;
}

int confused(unsigned which, int a) {
    if (which > 1)
        return 0;
    if (which == 1 && a == 3)
        goto before;
    if (((int (*)(int))table[which].call)(a) == 5 && which == 1)
        goto behind;
    return 0;
before:
    return 1;
behind:
    return 2;
}

int only(int a) {
    int (*f)(int) = (int (*)(int))product;
    if (a == 3)
        goto before;
    if (f(a) == 5)
        goto behind;
    return 0;
before:
    return 1;
behind:
    return 2;
}
