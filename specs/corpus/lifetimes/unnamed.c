// What has no name has a life, too: compound literals live as long as their block, what a call gives as long as the
// expression, string literals and static variables always, memory of `alloca` until the function returns.
// entry: literal  target: label:in  expect: reachable
// entry: literal  target: label:out  expect: unreachable
// entry: text  target: label:always  expect: reachable
// entry: text  target: lifetime  expect: unreachable
// entry: still  target: label:counted  expect: reachable
// entry: statement  target: label:given  expect: reachable
// entry: statement  target: label:followed  expect: unreachable
// entry: result  target: label:passed  expect: reachable
// entry: result  target: label:late  expect: unreachable
// entry: stack  target: label:alive  expect: reachable
// entry: stack  target: label:dead  expect: unreachable

int literal(void) {
    int *p;
    {
        p = &(int){3};
        if (*p == 3) in: ;
    }
    if (*p == 3) out: ;
    return 0;
}

int text(void) {
    const char *p;
    { p = "abc"; }
    if (p[1] == 'b') always: ;
    return 0;
}

int still(void) {
    int *p = 0;
    for (int i = 0; i < 3; i++) {
        static int n;
        n++;
        p = &n;
    }
    if (*p == 3) counted: ;
    return 0;
}

int statement(void) {
    int *p = ({ int x = 3; &x; });
    given: ;
    if (*p == 3) followed: ;
    return 0;
}

struct two {
    int a[2];
};

static struct two both(int n) {
    struct two t = {{n, n + 1}};
    return t;
}

static int second(int *p) { return p[1]; }

int result(void) {
    if (second(both(3).a) == 4) passed: ;
    int *p = both(5).a;
    if (p[1] == 6) late: ;
    return 0;
}

static char *room(void) {
    char *first = 0, *p = 0;
    for (int i = 0; i < 2; i++) {
        p = __builtin_alloca(4);
        *p = i;
        if (i == 0) first = p;
    }
    if (*first == 0 && *p == 1) alive: ;
    return p;
}

int stack(void) {
    char *p = room();
    if (*p == 1) dead: ;
    return 0;
}
