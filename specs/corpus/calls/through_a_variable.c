// A call is of what its name is declared as: each of these names is a variable that points to a function.
// expect: reachable    target: label:counted
// expect: unreachable  target: label:lost
// expect: reachable    target: label:six
// expect: unreachable  target: label:other
extern int input(void);
extern int pick(void);

static int calls;

static int five(void) { calls++; return 5; }
static int six(void) { return 6; }

static int (*const table[2])(void) = { five, six };

static int apply(int input(void)) {
    int result = input();
    return result;
}

int main(void) {
    int (*fp)(void) = five;
    int n = fp();
    if (calls == 1 && n == 5)
counted:
        n++;
    if (calls != 1)
lost:
        n--;
    if (pick())
        fp = six;
    int k = fp(), m = apply(fp);
    if (k == 6 && m == 6)
six:
        n++;
    int i = input();
    if (k != m || (k != 5 && k != 6) || (i >= 0 && i < 2 && table[i]() != 5 + i))
other:
        n = 0;
    return n;
}
