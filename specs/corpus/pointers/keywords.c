// A table of forty words, searched for one that is read: each read of a character is in one of forty strings.
// "for" is number 13, and no two words are the same, so that it is never number 14; no word has a q.
// target: label:FOUND  entry: search   define: NUMBER=13  expect: reachable
// target: label:FOUND  entry: search   define: NUMBER=14  expect: unreachable
// target: label:THERE  entry: letters  define: LETTER='z'  expect: reachable
// target: label:THERE  entry: letters  define: LETTER='q'  expect: unreachable
#ifndef NUMBER
#define NUMBER 0
#endif
#ifndef LETTER
#define LETTER 0
#endif

static const char *const words[] = {
    "auto", "break", "case", "char", "const", "continue", "default", "do", "double", "else", "enum", "extern",
    "float", "for", "goto", "if", "inline", "int", "long", "register", "restrict", "return", "short", "signed",
    "sizeof", "static", "struct", "switch", "typedef", "union", "unsigned", "void", "volatile", "while",
    "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic",
};

static int same(const char *s, const char *t) {
    while (*s && *s == *t) {
        s++;
        t++;
    }
    return *s == *t;
}

int search(void) {
    for (int i = 0; i < 40; i++)
        if (same(words[i], "for") && i == NUMBER) { FOUND: return 1; }
    return 0;
}

int letters(unsigned word, unsigned at) {
    if (word >= 40) return 0;
    const char *s = words[word];
    for (unsigned i = 0; i < at; i++)
        if (!s[i]) return 0;
    if (s[at] == LETTER) { THERE: return 1; }
    return 0;
}
