// What functions without a body store: anything to what they were handed, now or before, and to globals that other
// files see; nothing to static variables, to what they never were handed, and through pointers to const.
// target: label:seen     entry: seen     expect: reachable
// target: label:seen     entry: seen     world: extern=pure  expect: unreachable
// target: label:hidden   entry: hidden   expect: unreachable
// target: label:other    entry: chosen   expect: unreachable
// target: label:handed   entry: chosen   expect: reachable
// target: label:early    entry: later    expect: unreachable
// target: label:late     entry: later    expect: reachable
// target: label:fresh    entry: again    expect: unreachable
// target: label:member   entry: member   expect: reachable
// target: label:beside   entry: member   expect: unreachable
// target: label:counted  entry: counted  expect: reachable
// target: label:behind   entry: behind   expect: reachable
// target: label:instead  entry: behind   expect: unreachable
// target: label:verified entry: verified expect: unreachable
// target: label:listed   entry: listed   expect: reachable
// target: label:looked   entry: constant expect: unreachable
// target: label:constant entry: seen     expect: unreachable
// target: label:filled   entry: filled   expect: reachable
// target: label:numbered entry: numbered expect: reachable
extern void nothing(void);
extern int answer(void);
extern void look(const char *);
extern void hand(int *);
extern void hand_next(int **);
extern void fill(double *, int *);
extern void fill_for(double, int *);
extern int __VERIFIER_nondet_int(void);
int global;
const int five = 5;
struct pair { int a, b; } pair;
static int own;
static int list[4];

int seen(void) {
    global = 1;
    nothing();
    if (five != 5) { constant: return 2; }
    if (global != 1) { seen: return 1; }
    return 0;
}

int hidden(void) {
    own = 1;
    nothing();
    if (own != 1) { hidden: return 1; }
    return 0;
}

int chosen(int c) {
    int a = 1, b = 2;
    int *p = c ? &a : &b;
    hand(p);
    if (!c && a != 1) { other: return 1; }
    if (c && a != 1) { handed: return 2; }
    return 0;
}

int later(void) {
    int x = 1;
    nothing();
    if (x != 1) { early: return 1; }
    hand(&x);
    x = 2;
    nothing();
    if (x != 2) { late: return 2; }
    return 0;
}

int again(void) {
    for (int i = 0; i < 3; i++) {
        int x = 1;
        nothing();
        if (x != 1) { fresh: return 1; }
        hand(&x);
    }
    return 0;
}

int member(void) {
    struct pair both = { 1, 2 };
    int beside = 3;
    hand(&both.b);
    if (both.b == 7 && both.a == 1) { member: return beside; }
    if (beside != 3) { beside: return 1; }
    return 0;
}

int counted(int n) {
    int twice = 0;
    for (int i = 0; i < n; i++) {
        if (answer() == 3 && pair.b == i + 7) twice++;
        if (twice == 2 && i > 3) { counted: return 1; }
    }
    return 0;
}

int behind(int c) {
    int x = 1, y = 2;
    int *next = &x;
    if (c) next = &y;
    hand_next(&next);
    if (!c && x != 1) { behind: return 1; }
    if (!c && y != 2) { instead: return 2; }
    return 0;
}

int verified(void) {
    global = 1;
    __VERIFIER_nondet_int();
    if (global != 1) { verified: return 1; }
    return 0;
}

int listed(void) {
    list[2] = 1;
    hand(list);
    if (list[2] != 1) { listed: return 1; }
    return 0;
}

int constant(void) {
    char text[4] = "abc";
    look(text);
    if (text[0] != 'a') { looked: return 1; }
    return 0;
}

int filled(void) {
    double part = 1;
    int n = 2;
    fill(&part, &n);
    if (part == 2.5 && n == 7) { filled: return 1; }
    return 0;
}

int numbered(void) {
    int n = 2;
    fill_for(1.5, &n);
    if (n == 7) { numbered: return 1; }
    return 0;
}
