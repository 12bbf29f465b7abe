// fgets keeps at most one character less than it may; a file may not open.
// define: CASE=strlen(line)>7  expect: unreachable
// define: CASE=strcmp(line,"quit\n")==0  expect: reachable
// target: label:CLOSED  define: CASE=0  expect: reachable
// target: label:SAME  define: CASE=0  expect: unreachable
// target: null  define: CASE=0  expect: unreachable
#include <stdio.h>
#include <string.h>
extern void reach_error(void);

int main(void) {
    char line[8];
    FILE *file = fopen("commands", "r");
    if (!file) {
        fprintf(stderr, "no commands\n");
    CLOSED:
        return 1;
    }
    if (file == stdin) {
    SAME:
        return 2;
    }
    while (fgets(line, sizeof line, file))
        if (CASE) reach_error();
    fclose(file);
    return 0;
}
