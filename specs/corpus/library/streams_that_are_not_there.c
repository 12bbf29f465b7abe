/* Nothing can be read from what was not opened, and nothing be written to it. */
#include <stdio.h>

int unchecked(const char *name) {
    FILE *f = fopen(name, "r");
    int c = fgetc(f);
    if (!f)
        goto none;
    return c;
none:
    return 1;
}

int written(const char *name) {
    FILE *f = fopen(name, "w");
    fputs("", f);
    if (!f)
        goto none;
    return 0;
none:
    return 1;
}

/* Which stream it is is asked once. */
int next(FILE *f) {
    FILE *all[2] = {f, f};
    int n = 0, c = fgetc(all[n++]);
    if (n == 1 && c == 3)
        goto three;
    if (n == 0)
        goto stays;
    return 0;
three:
    return 1;
stays:
    return 2;
}

int checked(const char *name) {
    char line[16];
    FILE *f = fopen(name, "r");
    if (!f)
        return 0;
    if (!fgets(line, sizeof line, f))
        goto ends;
    return fclose(f);
ends:
    return 1;
}

int given(FILE *f, FILE *g, char *text) {
    fputs(text, f);
    fprintf(g, "%s", text);
    if (!f || !g)
        goto none;
    return 0;
none:
    return 1;
}

/* Without a stream all of them are meant. */
int flushed(FILE *f) {
    fflush(f);
    if (!f)
        goto all;
    return 0;
all:
    return 1;
}

int scanned(FILE *f) {
    FILE *all[2] = {f, f};
    int x, n = 0, read = fscanf(all[n++], "%d", &x);
    if (read == 1 && n == 1 && x == 7)
        goto seven;
    if (n == 0)
        goto stays;
    return 0;
seven:
    return 1;
stays:
    return 2;
}

struct report {
    FILE *out;
    int lines;
};

/* It need not be a variable. */
int reported(struct report *r, int quiet) {
    fprintf(quiet ? stderr : r->out, "%d\n", r->lines);
    if (!quiet && !r->out)
        goto none;
    if (quiet && !r->out)
        goto silent;
    return 0;
none:
    return 1;
silent:
    return 2;
}
