/* Of the kind of KLEE's example with patterns: `?` is any character, `x*` any number of x, `$` the end. */
#include <stddef.h>

int has_fitted;

static int fits(const char *pattern, const char *text);

static int fits_many(char c, const char *pattern, const char *text) {
    for (;; text++) {
        if (fits(pattern, text))
            return 1;
        if (*text == 0 || (*text != c && c != '?'))
            return 0;
    }
}

static int fits(const char *pattern, const char *text) {
    if (pattern[0] == 0)
        return 1;
    if (pattern[1] == '*')
        return fits_many(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && pattern[1] == 0)
        return *text == 0;
    if (*text != 0 && (pattern[0] == '?' || pattern[0] == *text))
        return fits(pattern + 1, text + 1);
    return 0;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    char pattern[6];
    if (size > 5)
        return 0;
    for (size_t i = 0; i < size; i++)
        pattern[i] = (char)data[i];
    pattern[size] = 0;
    has_fitted = fits(pattern, "hello");
    return 0;
}
