// strcpy copies up to the terminator and with it: the copy is as long as the word, and a word of SIZE - 1 letters fits.
// The word has at most 5 letters, so 6 characters are enough and 5 are not.
// target: label:LONGER  define: SIZE=6  expect: unreachable
// target: label:FOUR  define: SIZE=6  expect: reachable
// target: bounds  define: SIZE=6  expect: unreachable
// target: bounds  define: SIZE=5  expect: reachable
#include <string.h>
extern char __VERIFIER_nondet_char(void);

int main(void) {
    char word[6], copy[SIZE];
    for (int i = 0; i < 5; i++) word[i] = __VERIFIER_nondet_char();
    word[5] = 0;
    strcpy(copy, word);
    unsigned long length = strlen(copy);
    if (length != strlen(word)) {
    LONGER:
        return 1;
    }
    if (length == 4) {
    FOUR:
        return 2;
    }
    return 0;
}
