// Counts words, and ends each with a zero in place of the spaces before the next one.
// What is behind the zeros is what was there before: a text that ends is never left, and one that does not is.
int split(char *p) {
    int n = 0;
    while (*p) {
        while (*p == ' ')
            *p++ = 0;
        while (*p && *p != ' ')
            p++;
        n++;
    }
    if (n == 2) {
    two:
        return 2;
    }
    return n;
}
