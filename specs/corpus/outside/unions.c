// Of several pointers that are members of one union, which comes from outside, any may be the one that is there.
// entry: given     target: label:number  expect: reachable
// entry: given     target: label:text    expect: reachable
// entry: given     target: label:other   expect: reachable
// entry: inside    target: label:number  expect: reachable
// entry: inside    target: label:same    expect: unreachable
// entry: global    target: label:number  expect: reachable  world: globals=any
typedef union {
    int *number;
    char *text;
    struct pair *pair;
} any;

struct pair {
    int kind;
    any of;
};

int given(any a, int n) {
    if (n == 1 && *a.number == 77)
        goto number;
    if (n == 2 && a.text[1] == 5)
        goto text;
    if (n == 3 && a.pair->kind == 4)
        goto other;
    return 0;
number:
    return 1;
text:
    return 2;
other:
    return 3;
}

int inside(struct pair p) {
    if (p.kind == 1 && *p.of.number == 77)
        goto number;
    if (p.kind == 2 && p.of.pair->kind == 9 && *p.of.number != 9)
        goto same;
    return 0;
number:
    return 1;
same:
    return 2;
}

any of_all;

int global(int n) {
    if (n == 1 && of_all.number && *of_all.number == 77)
        goto number;
    return 0;
number:
    return 1;
}
