// Reads up to five words in each line; a zero stops the line.
// A line that was stopped has at most four words. If none was stopped there are five in each.
// target: label:words  define: LINES=2     define: STOPPED=1     define: WORDS=9     expect: reachable
// target: label:words  define: LINES=2     define: STOPPED=1     define: WORDS=10    expect: unreachable
// target: label:words  define: LINES=1000  define: STOPPED=1000  define: WORDS=4001  expect: unreachable
// target: label:words  define: LINES=1000  define: STOPPED=1     define: WORDS=5000  expect: unreachable
// target: label:words  define: LINES=1000  define: STOPPED=1     define: WORDS=4999  expect: reachable  expect_today: unknown  timeout: 2s
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int words = 0, stopped = 0;
    for (int i = 0; i < LINES; i++)
        for (int j = 0; j < 5; j++) {
            if (__VERIFIER_nondet_int() == 0) {
                stopped++;
                break;
            }
            words++;
        }
    if (words == WORDS && stopped == STOPPED)
        goto words;
    return 0;
words:
    return 1;
}
