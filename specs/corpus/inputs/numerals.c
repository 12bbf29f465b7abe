// Numbers that a program reads from texts, and compares.
// entry: hex       target: label:found  expect: reachable
// entry: fraction  target: label:found  expect: reachable
// entry: between   target: label:found  expect: reachable
// entry: main      target: label:found  expect: reachable
// entry: main      target: label:limit  expect: reachable
#include <stdlib.h>
#include <string.h>

int hex(const char *text) {
    if (strtol(text, 0, 0) == 0x7fe2) {
    found:
        return 1;
    }
    return 0;
}

int fraction(const char *text) {
    char *end;
    double d = strtod(text, &end);
    if (d == 2.5 && *end == 0) {
    found:
        return 1;
    }
    return 0;
}

int between(const char *text) {
    double d = atof(text);
    if (d > 273.25 && d < 273.75) {
    found:
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    int port = 80;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-p") == 0) {
            if (++i >= argc)
                return 1;
            port = atoi(argv[i]);
        } else {
            return 3;
        }
    }
    if (port == 8080) {
    found:
        return 1;
    }
    if (port == 65535) {
    limit:
        return 2;
    }
    return 0;
}
