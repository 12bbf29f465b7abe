// Checks a text of 8 brackets: the depth must not fall below 0 and must be 0 at the end.
// Depth 4 is reached in the middle by "(((())))". Depth 5 leaves 3 characters to close 5 brackets.
// define: DEPTH=4  expect: reachable
// define: DEPTH=5  expect: unreachable
extern void reach_error(void);

int main(void) {
    char text[8];
    int depth = 0, deepest = 0;
    for (int i = 0; i < 8; i++) {
        if (text[i] == '(')
            depth++;
        else if (text[i] == ')')
            depth--;
        if (depth < 0)
            return 1;
        if (depth > deepest)
            deepest = depth;
    }
    if (depth == 0 && deepest == DEPTH)
        reach_error();
    return 0;
}
