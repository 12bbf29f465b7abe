// Floating-point values in loops: no closed forms, yet what compares only is decided, and what runs can be found.
// target: label:grown     entry: growth     expect: reachable
// target: label:steady    entry: growth     expect: unreachable
// target: label:most      entry: clamped    expect: unreachable
// target: label:inside    entry: clamped    expect: reachable
// target: label:counted   entry: counted    expect: reachable
// target: label:many      entry: counted    expect: unreachable
extern double __VERIFIER_nondet_double(void);

int growth(int years) {
    double money = 100.0;
    for (int i = 0; i < years && i < 20; i++)
        money = money * 1.5;
    if (money > 1000.0) { grown: return 1; }
    if (years == 0 && money != 100.0) { steady: return 2; }
    return 0;
}

int clamped(int n) {
    double level = 0.0;
    for (int i = 0; i < n; i++) {
        double change = __VERIFIER_nondet_double();
        level = level + change;
        if (!(level >= 0.0)) level = 0.0;
        if (level > 10.0) level = 10.0;
    }
    if (level > 10.0 || level < 0.0) { most: return 1; }
    if (level == 7.5) { inside: return 2; }
    return 0;
}

int counted(void) {
    int n = 0;
    for (float x = 0.0f; x < 1.0f; x += 0.25f) n++;
    if (n == 4) { counted: return 1; }
    if (n > 4) { many: return 2; }
    return 0;
}
