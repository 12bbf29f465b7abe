// What formats mean for values that are known.
// target: label:right  expect: reachable
// target: label:wrong  expect: unreachable
#include <stdio.h>
#include <string.h>

static int is(const char *a, const char *b) { return strcmp(a, b) == 0; }

int main(void) {
    char s[16] = "", word[4] = "", c = 0;
    int x = 0, y = 0, n = 0;
    if (sprintf(s, "%03d|%-3s|%x", 7, "a", 255u) != 10 || !is(s, "007|a  |ff")) goto wrong;
    if (snprintf(s, 4, "%s%c%%", "abc", 'd') != 5 || !is(s, "abc")) goto wrong;
    if (sprintf(s, "%+.2i%5lu", 3, 12ul) != 8 || !is(s, "+03   12")) goto wrong;
    if (sscanf("12,ab-3", "%d,%2s%d%n", &x, word, &y, &n) != 3 || x != 12 || !is(word, "ab") || y != -3 || n != 7)
        goto wrong;
    if (sscanf("  k=v", " %[a-z]=%c", word, &c) != 2 || !is(word, "k") || c != 'v') goto wrong;
    if (sscanf("x", "%d", &x) != 0 || sscanf("", "%d", &x) != -1 || x != 12) goto wrong;
    goto right;
right:
    return 0;
wrong:
    return 1;
}
