// fnmatch: a question mark stands for one character, for no slash where these are told apart and for no period at the
// beginning where those are; in brackets stands what it may be. `a/b.c` fits `a*.[ch]` where slashes are not told apart.
// target: label:FITS  define: FLAGS=FNM_PATHNAME  expect: reachable
// target: label:LETTER  define: FLAGS=FNM_PATHNAME  expect: unreachable
// target: label:SLASH  define: FLAGS=FNM_PATHNAME  expect: unreachable
// target: label:SLASH  define: FLAGS=0  expect: reachable
// target: label:HIDDEN  define: FLAGS=FNM_PERIOD  expect: unreachable
// target: label:HIDDEN  define: FLAGS=0  expect: reachable
// target: label:ANY  define: FLAGS=FNM_PATHNAME  expect: unreachable
// target: label:ANY  define: FLAGS=FNM_PERIOD  expect: reachable
#include <fnmatch.h>

extern char next(void);

int main(void) {
    if (fnmatch("a*.[ch]", "a/b.c", FLAGS) == 0) {
    ANY:;
    }
    char name[3] = {next(), next()};
    if (fnmatch("?[a-c[:digit:]]", name, FLAGS) != 0)
        return 0;
    if (name[1] > 'c') {
    LETTER:
        return 1;
    }
    if (name[0] == '/') {
    SLASH:
        return 2;
    }
    if (name[0] == '.') {
    HIDDEN:
        return 3;
    }
FITS:
    return 4;
}
