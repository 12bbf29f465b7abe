// A parser of sums whose functions call each other: what few calls lead to, and what takes more of them.
// entry: calc   target: label:by_zero  expect: reachable
// entry: count  target: label:wrong    expect: unreachable
// entry: count  target: label:six      expect: reachable
static int sum(const char **s, int *out, int deep);

static int atom(const char **s, int *out, int deep) {
    if (deep < 7 && **s == '(') {
        ++*s;
        if (sum(s, out, deep + 1) || **s != ')')
            return -1;
        ++*s;
        return 0;
    }
    if (**s < '0' || **s > '9')
        return -1;
    *out = *(*s)++ - '0';
    return 0;
}

static int sum(const char **s, int *out, int deep) {
    if (atom(s, out, deep))
        return -1;
    while (**s == '+' || **s == '/') {
        char op = *(*s)++;
        int right;
        if (atom(s, &right, deep))
            return -1;
        if (op == '+')
            *out += right;
        else if (right)
            *out /= right;
        else
            goto by_zero;
    }
    return 0;
by_zero:
    return -2;
}

int calc(const char *s) {
    int value = 0;
    return sum(&s, &value, 0) ? -1 : value;
}

/* A tree with its leaves at one depth. */
static int leaves(int deep, int n) {
    if (deep == 0)
        return n;
    int left = leaves(deep - 1, n);
    int right = leaves(deep - 1, n + 1);
    return left + right;
}

int count(int deep) {
    if (deep < 0 || deep > 6)
        return 0;
    int found = leaves(deep, 1);
    if (deep == 2 && found != 8)
        goto wrong;
    if (deep == 6)
        goto six;
    return found;
six:
    return found + 1;
wrong:
    return -1;
}
