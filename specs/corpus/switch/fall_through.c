// Case 'a' falls through into case 'b', so each 'a' counts as a 'b' too.
// Unreachable: `b` grows whenever `a` does.
// entry: tally  expect: unreachable
extern void reach_error(void);

void tally(const char *text, int n) {
    int a = 0, b = 0;
    for (int i = 0; i < n; i++) {
        switch (text[i]) {
        case 'a':
            a++;
            /* fall through */
        case 'b':
            b++;
            break;
        default:
            break;
        }
    }
    if (a > b)
        reach_error();
}
