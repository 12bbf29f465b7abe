// What is compared with null is not what came from outside, but made of it: that was no null pointer.
// entry: glob    target: null         expect: unreachable
// entry: glob    target: label:none   expect: reachable
// entry: after   target: null         expect: unreachable
// entry: after   target: label:none   expect: reachable
// entry: words   target: null         expect: unreachable
// entry: copied  target: null         expect: reachable
// entry: walked  target: null         expect: reachable
// entry: handed  target: null         expect: reachable
#include <string.h>

int glob(const char *pattern, const char *text) {
    const char *star = 0;
    for (; *text; text++) {
        if (*pattern == '*')
            star = ++pattern;
        if (!star)
            goto none;
    }
    return *pattern == 0;
none:
    return 2;
}

int after(const char *url) {
    const char *host = strstr(url, "://");
    if (!host)
        goto none;
    return host[3];
none:
    return -1;
}

int words(char *text) {
    int n = 0;
    for (char *p = strchr(text, ' '); p; p = strchr(p + 1, ' '))
        n++;
    return n;
}

int copied(const char *text) {
    const char *p = text;
    int first = text[0];
    return p ? first : 0;
}

struct node {
    struct node *next;
    int key;
};

int walked(struct node *list) {
    for (struct node *n = list; n; n = n->next)
        if (n->key == 3)
            return 1;
    return list->key;
}

static struct node *behind(struct node *n) { return n ? n->next : n; }

int handed(struct node *list) {
    struct node *n = behind(list);
    return n == list ? list->key : 0;
}
