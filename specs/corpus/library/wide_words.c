// Strings of wide characters; in the "C" locale only those of ASCII have an upper case.
// target: label:joined  entry: words   expect: reachable
// target: label:apart   entry: words   expect: unreachable
// target: label:found   entry: search  expect: reachable
// target: label:behind  entry: search  expect: unreachable
// target: bounds        entry: small   expect: reachable
// target: label:literal entry: written expect: reachable
// target: label:unlike  entry: written expect: unreachable
// target: const         entry: written expect: unreachable
// target: label:large   entry: letters expect: reachable
// target: label:umlaut  entry: letters expect: unreachable
#include <stdlib.h>
#include <wchar.h>
#include <wctype.h>

static const wchar_t ab[] = L"ab", cd[] = L"cd";

int words(void) {
    wchar_t all[8];
    wcscpy(all, ab);
    wcsncat(all, cd, 1);
    if (wcslen(all) != 3 || wcscmp(all, ab) <= 0 || wcsncmp(all, ab, 2)) { apart: return 1; }
    wchar_t *copy = wcsdup(all);
    if (copy && copy[2] == L'c' && !wmemcmp(copy, all, 4)) { joined: free(copy); return 2; }
    free(copy);
    return 0;
}

int search(wchar_t c) {
    wchar_t text[6];
    wmemset(text, L'x', 5);
    text[5] = 0;
    text[3] = c;
    wchar_t *at = wcschr(text, L'y');
    if (at && at - text == 3) { found: return 1; }
    if (at && at - text != 3) { behind: return 2; }
    return 0;
}

int small(int n) {
    wchar_t to[4];
    wcscpy(to, ab);
    if (n > 5) wcscat(to, cd);
    return to[0];
}

int letters(wint_t c) {
    if (towupper(c) == L'Q' && c != L'Q') { large: return 1; }
    if (towupper(0xe4) != 0xe4 || iswalpha(0xe4)) { umlaut: return 2; }
    return 0;
}

static const wchar_t *const kinds[] = {L"one", L"two"};

int written(int n) {
    const wchar_t *kind = kinds[n > 3];
    if (n > 3 && wcscmp(kind, L"two")) { unlike: return 1; }
    if (wcscmp(kind, L"on" L"e") == 0) { literal: return 2; }
    return L"abc"[n & 1];
}
