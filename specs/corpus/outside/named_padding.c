// A variable may be called as what padding holds: a function without a body stores to it, and a compiled witness, too.
// target: label:named  entry: f  expect: reachable
int padding;
void load(void);
int f(void) {
    padding = 1;
    load();
    if (padding == 77) { named: return 1; }
    return 0;
}
