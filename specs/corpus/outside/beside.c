// What a function stores through its argument does not change what was read before the call.
// target: label:same  expect: reachable
// target: label:late  expect: unreachable
extern int fill(int *n);

int main(void) {
    int n = 3;
    int s = n + fill(&n);
    if (n == 9 && s == 4) { same: ; }
    n = 3;
    int t = n + 0 * (fill(&n) & 1);
    if (t != 3) { late: return 1; }
    return 0;
}
