// A variable is gone behind its block, whichever way leads out of it.
// entry: end  target: label:in  expect: reachable
// entry: end  target: label:out  expect: unreachable
// entry: broken  target: label:use  expect: unreachable
// entry: broken  target: lifetime  expect: reachable
// entry: jumped  target: label:use2  expect: unreachable
// entry: jumped  target: label:back  expect: reachable
// entry: header  target: label:use3  expect: unreachable
// entry: header  target: label:within  expect: reachable
extern int __VERIFIER_nondet_int(void);

int end(void) {
    int *p;
    {
        int x;
        p = &x;
        *p = 1;
        in: ;
    }
    *p = 2;
    out: return 0;
}

int broken(int n) {
    int *p = 0;
    for (int i = 0; i < n; i++) {
        int x = i;
        p = &x;
        if (__VERIFIER_nondet_int()) break;
    }
    if (p) {
        *p = 1;
        use: ;
    }
    return 0;
}

int jumped(void) {
    int *p = 0, n = 0;
again:
    if (p) {
        back: ;
        *p = 1;
        use2: ;
    }
    {
        int x = n++;
        p = &x;
        if (n < 3) goto again;
    }
    return 0;
}

int header(int n) {
    int *p = 0;
    for (int i = 0, *q = &i; i < n; i++) {
        p = q;
        *q += 1;
        within: ;
    }
    if (n > 0 && *p > 0) use3: ;
    return 0;
}
