// Looks at one item after the other; after a find the next item is skipped.
// Each find takes two places, the last one may stick out by one: LENGTH items hold at most (LENGTH + 1) / 2 finds, and
// the walk ends one place behind the last item only after a find there.
// target: label:many  define: LENGTH=5        define: FINDS=3       expect: reachable
// target: label:many  define: LENGTH=5        define: FINDS=4       expect: unreachable
// target: label:many  define: LENGTH=1000001  define: FINDS=500001  expect: reachable
// target: label:many  define: LENGTH=1000001  define: FINDS=500002  expect: unreachable
// target: label:past  define: LENGTH=1000001  define: FINDS=0       expect: unreachable
// target: label:past  define: LENGTH=1000001  define: FINDS=1       expect: reachable
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int length, finds = 0, i = 0;
    if (length < 0 || length > LENGTH)
        return 0;
    while (i < length) {
        if (__VERIFIER_nondet_int() == 5) {
            finds++;
            i += 2;
        } else {
            i++;
        }
    }
    if (finds == FINDS) {
    many:
        if (i > length)
            goto past;
    }
    return 0;
past:
    return 1;
}
