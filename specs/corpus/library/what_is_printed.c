// What is handed to the world is read: a text that is printed begins somewhere, and blocks have as many bytes as are written.
// entry: row        target: label:beyond    expect: unreachable
// entry: row        target: label:last      expect: reachable
// entry: row        target: bounds          expect: reachable
// entry: member     target: label:three     expect: reachable
// entry: member     target: label:absent    expect: unreachable
// entry: line       target: label:none      expect: unreachable
// entry: line       target: null            expect: reachable
// entry: precision  target: label:nothing   expect: reachable
// entry: given_back target: label:after     expect: unreachable
// entry: given_back target: lifetime        expect: reachable
// entry: block      target: label:more      expect: unreachable
// entry: block      target: label:all       expect: reachable
// entry: block      target: bounds          expect: reachable
// entry: header     target: label:whole     expect: reachable
// entry: header     target: label:nine      expect: unreachable
// entry: rows       target: label:three     expect: reachable
// entry: rows       target: label:four      expect: unreachable
// entry: logged     target: label:unnamed   expect: reachable
// entry: logged     target: label:untold    expect: unreachable
// entry: handed     target: label:lengthy      expect: reachable
// entry: handed     target: bounds          expect: reachable
// entry: sent       target: bounds          expect: unreachable
// entry: no_bytes   target: label:written   expect: reachable
// entry: flexible   target: label:sent      expect: reachable
// entry: flexible   target: bounds          expect: unreachable
// entry: part       target: label:seven     expect: reachable
// entry: little     target: label:three     expect: reachable
// entry: flushed    target: label:third     expect: unreachable
// entry: listed     target: label:printed   expect: unreachable
// entry: beyond     target: label:behind    expect: unreachable
// entry: beyond     target: label:none      expect: reachable
// entry: wide       target: label:nothing   expect: unreachable
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>
#include <unistd.h>
#include <wchar.h>

int nd(void);

static const char *const names[3] = {"a", "b", "c"};

struct named {
    char *name;
    int value;
};

static int row(void) {
    int k = nd();
    printf("%s\n", names[k]);
    if (k == 7) {
    beyond:
        return 1;
    }
    if (k == 2) {
    last:
        return 2;
    }
    return 0;
}

static int member(int k, struct named *p) {
    struct named *q = k == 5 ? NULL : p;
    printf("%d %s\n", k, q->name);
    if (k == 5) {
    absent:
        return 1;
    }
    if (k == 3) {
    three:
        return 2;
    }
    return 0;
}

static int line(void) {
    const char *p = nd() ? "abc" : NULL;
    puts(p);
    if (!p) {
    none:
        return 1;
    }
    return 0;
}

// Of a text of which nothing is printed nothing is read.
static int precision(void) {
    const char *p = nd() ? "abc" : NULL;
    printf("%.*s %p\n", p ? 3 : 0, p, (const void *)p);
    if (!p) {
    nothing:
        return 1;
    }
    return 0;
}

static int given_back(void) {
    struct named one = {malloc(4), 1};
    if (!one.name)
        return 0;
    strcpy(one.name, "abc");
    free(one.name);
    printf("[%5s]\n", one.name);
after:
    return 1;
}

static int block(void) {
    char b[4] = "abc";
    int n = nd();
    if (n < 0)
        return 0;
    fwrite(b, 1, n, stdout);
    if (n > 4) {
    more:
        return 1;
    }
    if (n == 4) {
    all:
        return 2;
    }
    return 0;
}

static int header(void) {
    struct {
        int number;
        char text[8];
    } v = {0};
    int n = nd();
    write(1, &v, sizeof v);
whole:
    write(1, v.text, n);
    if (n == 9) {
    nine:
        return 1;
    }
    return 0;
}

static int rows(void) {
    int m[3][4];
    int n = nd();
    memset(m, 0, sizeof m);
    fwrite(m, sizeof m[0], n, stdout);
    if (n == 3) {
    three:
        return 1;
    }
    if (n == 4) {
    four:
        return 2;
    }
    return 0;
}

static int logged(void) {
    const char *p = nd() ? NULL : "x", *q = nd() ? NULL : "y";
    perror(p);
    syslog(LOG_ERR, "%d %s", 1, q);
    if (!p) {
    unnamed:
        return 1;
    }
    if (!q) {
    untold:
        return 2;
    }
    return 0;
}

static int handed(const char *p, size_t n) {
    write(1, p, n);
    if (n > 10) {
    lengthy:
        return 1;
    }
    return 0;
}

static int sent(void) {
    const char *text = "hello";
    size_t left = 5;
    while (left > 0) {
        long k = write(1, text, left);
        if (k < 0)
            return -1;
        text += k;
        left -= (size_t)k;
    }
    return 0;
}

static int no_bytes(char *p) {
    fwrite(p + 1, 1, 0, stdout);
written:
    return 1;
}

struct message {
    int length;
    char text[];
};

static int flexible(void) {
    struct message *m = malloc(sizeof *m + 4);
    if (!m)
        return 0;
    m->length = 4;
    memset(m->text, 0, 4);
    write(1, m, sizeof *m + 4);
sent:
    return 1;
}

// Behind the last whole element there is a part of one.
static int part(void) {
    int *b = malloc(7);
    if (!b)
        return 0;
    b[0] = 1;
    fwrite(b, 1, 7, stdout);
seven:
    return 1;
}

// There is no whole element at all.
static int little(void) {
    int *b = malloc(3);
    if (nd())
        b[0] = 1;
    write(1, b, 3);
three:
    return 1;
}

static int flushed(void) {
    FILE *all[2] = {stdout, stderr};
    int n = nd();
    fflush(all[n]);
    if (n == 2) {
    third:
        return 1;
    }
    return 0;
}

static void through(va_list *all) { vfprintf(stderr, "x", *all); }

static int listed(void) {
    through(NULL);
printed:
    return 1;
}

static int beyond(void) {
    char b[2] = "a";
    int n = nd();
    perror(n == 7 ? NULL : b + n);
    if (n == 7) {
    none:
        return 1;
    }
    if (n == 2) {
    behind:
        return 2;
    }
    return 0;
}

static int wide(void) {
    const wchar_t *w = nd() ? L"abc" : NULL;
    wprintf(L"%d %ls", 1, w);
    if (!w) {
    nothing:
        return 1;
    }
    return 0;
}

int main(void) {
    return 0;
}
