// getopt finds options wherever they stand and moves what is none behind them; it says which option it does not know.
// target: label:quiet    entry: given   expect: reachable
// target: label:name     entry: given   expect: reachable
// target: label:moved    entry: given   expect: reachable
// target: label:left     entry: given   expect: unreachable
// target: label:unknown  entry: other   expect: reachable
// target: label:known    entry: other   expect: unreachable
// target: label:none     entry: other   expect: reachable
// target: label:size     entry: longer  expect: reachable
// target: label:brief    entry: longer  expect: reachable
// target: label:asked    entry: main    expect: reachable
// target: label:never    entry: main    expect: unreachable
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int given(void) {
    char *words[] = {"program", "file", "-q", "-nme", NULL};
    int c;
    while ((c = getopt(4, words, "qn:")) != -1) {
        if (c == 'q') { quiet: ; }
        if (c == 'n' && !strcmp(optarg, "me")) { name: ; }
    }
    if (optind == 3 && !strcmp(words[3], "file")) { moved: return 1; }
    left: return 0;
}

int other(int n) {
    char *words[] = {"program", n > 5 ? "-x" : "-n", NULL};
    opterr = 0;
    int c = getopt(2, words, ":qn:");
    if (c == '?' && optopt == 'x') { unknown: return 1; }
    if (c == ':' && optopt == 'n') { none: return 2; }
    known: return 0;
}

int longer(int n) {
    static int brief;
    const struct option all[] = {{"size", required_argument, 0, 's'}, {"brief", no_argument, &brief, 3}, {0}};
    char *words[] = {"program", n ? "--size=12" : "--br", "end", NULL};
    int at = -1, c = getopt_long(3, words, "s:", all, &at);
    if (c == 's' && at == 0 && atoi(optarg) == 12) { size: return 1; }
    if (c == 0 && at == 1 && brief == 3) { brief: return 2; }
    return 0;
}

int main(int argc, char **argv) {
    int c;
    while ((c = getopt(argc, argv, "ab:")) != -1) {
        if (c == 'a') { asked: return 1; }
        if (c == 'c') { never: return 2; }
    }
    return 0;
}
