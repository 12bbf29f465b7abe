// Sixty would get to thirty from below, and passes fifty on the way: a test in the middle is a guard as well.
// entry: counted  target: label:AFTER_SIXTY  expect: unreachable
// entry: counted  target: label:AFTER_FORTY  expect: reachable
void counted(int x) {
    int c = 0, x0 = x;
    while (x > 0) {
        if (c == 50)
            return;
        c++;
        x--;
    }
    if (x0 == 60) {
    AFTER_SIXTY:
        return;
    }
    if (c == 40) {
    AFTER_FORTY:
        return;
    }
}
