// Volatile pointers hold what the program stored there, what is declared volatile behind them does not.
// entry: current  target: label:seven    expect: reachable
// entry: current  target: label:other    expect: unreachable
// entry: current  target: label:changes  expect: reachable
// entry: inside   target: label:moved    expect: unreachable
// entry: inside   target: label:changes  expect: reachable
// entry: called   target: label:same     expect: unreachable
// entry: called   target: label:five     expect: reachable
struct task {
    int prio;
    volatile int state;
};
static struct task *volatile now;
static struct task idle, work;

int current(int n) {
    now = &idle;
    work.prio = n;
    if (n > 3)
        now = &work;
    if (now->prio == 7) {
    seven:
        return 1;
    }
    if (now == &work && n < 3) {
    other:
        return 2;
    }
    if (idle.state == 1 && idle.state == 2) {
    changes:
        return 3;
    }
    return 0;
}

static volatile struct {
    int a, *p;
} unit;

int inside(int n) {
    unit.p = &n;
    if (*unit.p != n) {
    moved:
        return 1;
    }
    unit.a = 3;
    if (unit.a == 4) {
    changes:
        return 2;
    }
    return 0;
}

struct handler {
    void (*volatile call)(int *);
};

static void more(int *p) {
    (*p)++;
}

int called(int n) {
    struct handler h;
    int k = n;
    if (n > 100)
        return 3;
    h.call = more;
    h.call(&k);
    if (k == n) {
    same:
        return 1;
    }
    if (k == 5) {
    five:
        return 2;
    }
    return 0;
}
