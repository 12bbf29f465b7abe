// The same for arrays and structs, by pointers into their middle, and for a table of pointers.
// entry: inner  target: label:first  expect: reachable
// entry: inner  target: label:second  expect: unreachable
// entry: inner  target: label:beside  expect: reachable
// entry: inner  target: label:wrong  expect: unreachable
// entry: table  target: label:here  expect: reachable
// entry: table  target: label:there  expect: unreachable
// entry: sized  target: label:now  expect: reachable
// entry: sized  target: label:before  expect: unreachable

struct grid {
    int rows[2][2];
    int last;
};

int inner(void) {
    int *p = 0;
    for (int i = 0; i < 2; i++) {
        struct grid g = {{{1, 2}, {3, i}}, 4};
        if (p) {
            *p = 1;
            second: ;
        }
        p = &g.rows[1][1];
        if (*p == i) first: ;
        p[-1] = 5;
        if (g.rows[1][0] == 5) beside: ;
        else wrong: ;
    }
    return 0;
}

int table(void) {
    int *t[3];
    for (int i = 0; i < 3; i++) {
        int x = i;
        t[i] = &x;
        *t[i] = 9;
        if (x == 9) here: ;
        if (i > 0) {
            *t[i - 1] = 1;
            there: ;
        }
    }
    return 0;
}

int sized(int n) {
    int *p = 0;
    if (n < 1 || n > 4) return 0;
    for (int i = 0; i < 2; i++) {
        int a[n];
        if (p) {
            *p = 1;
            before: ;
        }
        p = a;
        *p = i;
        now: ;
    }
    return 0;
}
