// Parts of names, addresses and characters as texts. Nothing is read, so one run says all.
// entry: parts      target: label:part_wrong     expect: unreachable
// entry: parts      target: label:part_right     expect: reachable
// entry: addresses  target: label:address_wrong  expect: unreachable
// entry: addresses  target: label:address_right  expect: reachable
// entry: wide       target: label:wide_wrong     expect: unreachable
// entry: wide       target: label:wide_right     expect: reachable
// entry: listed     target: label:list_wrong     expect: unreachable
// entry: listed     target: label:list_right     expect: reachable
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <libgen.h>
#undef basename
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

int parts(void) {
    char first[] = "/usr/lib//", second[] = "a/b.c", third[] = "/";
    if (strcmp(__xpg_basename(first), "lib") || strcmp(basename(second), "b.c")) { part_wrong: return 1; }
    if (strcmp(dirname(second), "a") || strcmp(dirname(third), "/")) goto part_wrong;
part_right:
    return 0;
}

int addresses(void) {
    struct in_addr address = {0};
    if (inet_aton("10.0x1.3", &address) != 1 || address.s_addr != htonl(0x0a010003)) { address_wrong: return 1; }
    if (inet_addr("1.2.3.256") != INADDR_NONE || strcmp(inet_ntoa(address), "10.1.0.3")) goto address_wrong;
    char text[INET_ADDRSTRLEN];
    if (inet_pton(AF_INET, "192.168.0.1", &address) != 1) goto address_wrong;
    if (!inet_ntop(AF_INET, &address, text, sizeof text) || strcmp(text, "192.168.0.1")) goto address_wrong;
    if (inet_pton(AF_INET, "01.2.3.4", &address) != 0) goto address_wrong;
address_right:
    return 0;
}

int wide(void) {
    wchar_t wide[6];
    char text[6];
    if (mbstowcs(wide, "abc", 6) != 3 || wcscmp(wide, L"abc") || wcstombs(text, wide, 2) != 2 || text[1] != 'b') {
    wide_wrong:
        return 1;
    }
    if (mbtowc(wide, "z", 1) != 1 || wide[0] != L'z' || wctomb(text, L'!') != 1 || text[0] != '!') goto wide_wrong;
    if (wcscasecmp(L"AbC", L"aBc") || btowc('x') != L'x' || wctob(L'y') != 'y') goto wide_wrong;
    wprintf(L"%d %ls\n", 1, wide);
    fputws(L"done\n", stdout);
wide_right:
    return 0;
}

static char *made(const char *format, ...) {
    va_list all;
    va_start(all, format);
    char *text;
    int n = vasprintf(&text, format, all);
    va_end(all);
    return n < 0 ? NULL : text;
}

int listed(void) {
    char *all = made("%s%d", "n", 7);
    if (all && strcmp(all, "n7")) { list_wrong: return 1; }
    free(all);
list_right:
    return 0;
}

int main(void) { return parts() || addresses() || wide() || listed(); }
