// A reader of lists in lists, with kinds of values that each may hold values: too large with eight calls in each other.
// "[[]]" is two deep. The text has at most seven characters, so that nothing is deeper than seven.
// define: DEEP=2  expect: reachable
// define: DEEP=8  expect: unreachable  expect_today: unknown  timeout: 2s
extern void reach_error(void);

static char text[8];
static int at, deepest;

static int value(int depth);

static int list(char end, int depth) {
    at++;
    while (text[at] != end) {
        if (text[at] == '[' && !value(depth + 1)) return 0;
        if (text[at] == '{' && !value(depth + 1)) return 0;
        if (text[at] == '(' && !value(depth + 1)) return 0;
        if (text[at] == '<' && !value(depth + 1)) return 0;
        if (text[at] != end && text[at] != ',') return 0;
        if (text[at] == ',') at++;
    }
    at++;
    return 1;
}

static int value(int depth) {
    if (depth > deepest) deepest = depth;
    switch (text[at]) {
    case '[': return list(']', depth);
    case '{': return list('}', depth);
    case '(': return list(')', depth);
    case '<': return list('>', depth);
    default: return 0;
    }
}

int main(void) {
    for (int i = 0; i < 7; i++) {
        char c;
        text[i] = c;
    }
    if (value(1) && deepest == DEEP) reach_error();
    return 0;
}
