// The address of a local variable is nothing to the caller, also where the function is called again.
// entry: once  target: label:got  expect: reachable
// entry: once  target: label:used  expect: unreachable
// entry: twice  target: label:stale  expect: unreachable
// entry: twice  target: label:fresh  expect: reachable
// entry: parameter  target: label:through  expect: unreachable
// entry: parameter  target: lifetime  expect: reachable
// entry: element  target: label:read  expect: unreachable
// entry: element  target: label:none  expect: reachable
extern int __VERIFIER_nondet_int(void);

static int *of(int n) {
    int x = n;
    return &x;
}

int once(void) {
    int *p = of(3);
    got: ;
    if (*p == 3) used: ;
    return 0;
}

static int keep(int **to, int n) {
    int x = n;
    if (n == 2) {
        fresh: ;
        if (*to && __VERIFIER_nondet_int()) {
            **to = 1;
            stale: ;
        }
    }
    *to = &x;
    return **to;
}

int twice(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) keep(&p, i);
    return 0;
}

static int **address(int *parameter) {
    static int **kept;
    kept = &parameter;
    return kept;
}

int parameter(void) {
    int x, **p = address(&x);
    **p = 1;
    through: return 0;
}

static int *some(int n) {
    int a[4] = {1, 2, 3, 4};
    return n ? a + 1 : 0;
}

int element(int n) {
    int *p = some(n);
    if (!p) none: return 0;
    if (*p == 2) read: ;
    return 0;
}
