// A histogram with 10 classes over scores from 0 to 100: score / 10 is 10 for a perfect score.
// Reachable: a score of 100 writes to class 10. With 11 classes no score from 0 to 100 leaves the array.
// entry: histogram  target: bounds  define: CLASSES=10  expect: reachable
// entry: histogram  target: bounds  define: CLASSES=11  expect: unreachable
extern int __VERIFIER_nondet_int(void);

int histogram(void) {
    int classes[CLASSES] = {0};
    for (int i = 0; i < 30; i++) {
        int score = __VERIFIER_nondet_int();
        if (score < 0 || score > 100)
            continue;
        classes[score / 10]++;
    }
    return classes[0];
}
