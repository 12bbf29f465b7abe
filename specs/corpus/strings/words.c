// Counts words as changes from blank to letter.
// Three words in 8 characters are reached ("a b c"); five words take at least 5 letters and 4 blanks between them.
// entry: words  define: WORDS=3  expect: reachable
// entry: words  define: WORDS=5  expect: unreachable
extern void reach_error(void);

void words(const char *s) {
    int words = 0, inside = 0, i;
    for (i = 0; s[i] != 0 && i < 8; i++) {
        if (s[i] == ' ') {
            inside = 0;
        } else if (!inside) {
            inside = 1;
            words++;
        }
    }
    if (words == WORDS)
        reach_error();
}
