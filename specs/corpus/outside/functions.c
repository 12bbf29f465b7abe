// Functions from outside, and what functions that are not there may store to.
// target: label:negative  entry: parse  expect: reachable
// target: label:five      entry: state  expect: reachable
// target: label:nine      entry: stored  expect: reachable
// target: label:kept      entry: stored  expect: unreachable
// target: label:buffer    entry: buffer  expect: reachable
typedef int (*handler)(void *user, int key);
struct ops { int (*get)(struct ops *); int state; };
extern int fill(int *n), scramble(char *buf);

int parse(handler h, void *user, const char *s) {
    for (; *s; s++)
        if (*s == '=' && h && h(user, s[1]) < 0) { negative: return -1; }
    return 0;
}

int state(struct ops *o) {
    if (o->state != 1) return 0;
    if (o->get && o->get(o) == 5) { five: return 1; }
    return 0;
}

int stored(void) {
    int n = 3, m = 1;
    fill(&n);
    if (n == 9) { nine: ; }
    if (m != 1) { kept: return 1; }
    return 0;
}

int buffer(void) {
    char b[4] = "abc";
    scramble(b);
    if (b[0] == 'x') { buffer: return 1; }
    return 0;
}
